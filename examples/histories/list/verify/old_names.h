/* What the library's names were up to 0.0.2. */
#define list_t List
#define list_node_t ListNode
#define list_iterator_t ListIterator
#define list_direction_t ListDirection
#define list_new List_new
#define list_rpush List_push
#define list_lpush List_unshift
#define list_rpop List_pop
#define list_lpop List_shift
#define list_find List_find
#define list_at List_at
#define list_remove List_remove
#define list_destroy List_destroy
#define list_node_new ListNode_new
#define list_iterator_new ListIterator_new
#define list_iterator_next ListIterator_next
#define list_iterator_destroy ListIterator_destroy
