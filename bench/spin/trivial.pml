/* Nothing but one step: what is left is the start of the checker. */
bit done;

init {
    done = 1;
    assert(done)
}
