//! Objects and strings that belong to the library itself.

use cfa::program::Linkage;

use crate::exec::Machine;
use crate::fault::Stop;
use crate::memory::ObjectKind;
use crate::value::Val;

/// What each thread has an object of its own for.
#[derive(Clone, Copy)]
pub(super) enum Own {
    Errno,
    /// Its values of the keys of `pthread_key_create`.
    Keys,
    /// What it said last to `pthread_setcancelstate`, and to `pthread_setcanceltype`.
    CancelState,
    CancelType,
}

impl Own {
    pub(super) fn name(self) -> &'static str {
        match self {
            Own::Errno => "errno",
            Own::Keys => "thread keys",
            Own::CancelState => "cancel state",
            Own::CancelType => "cancel type",
        }
    }

    /// What they are called in fingerprints, by number.
    pub(super) fn all() -> [u64; 4] {
        let all = [Own::Errno, Own::Keys, Own::CancelState, Own::CancelType];
        all.map(|own| crate::explore::print::name(b'l', own.name().as_bytes()))
    }
}

impl Machine<'_> {
    /// The library's object of this name, zero when it is first asked for.
    pub(super) fn library_object(&mut self, name: &'static str, size: u64) -> Result<Val, Stop> {
        if let Some(&id) = self.library.kept().objects.get(name) {
            return Ok(Val::pointer(id, 0));
        }
        let id = self.memory.allocate(size, 16, ObjectKind::Static)?;
        self.memory.zero(id)?;
        self.name_object(id, b'l', name.as_bytes());
        self.library.kept_mut().objects.insert(name, id);
        Ok(Val::pointer(id, 0))
    }

    /// All that the library keeps in memory beside threads' own.
    pub(crate) fn library_objects(&self) -> impl Iterator<Item = u32> + '_ {
        self.library.kept().objects.values().copied()
    }

    /// What an object of the library's is called.
    pub(crate) fn library_object_name(&self, id: u32) -> Option<&'static str> {
        self.library.kept().objects.iter().find(|(_, known)| **known == id).map(|(name, _)| *name)
    }

    /// Whether an object of this name has been asked for.
    pub(super) fn has_library_object(&self, name: &'static str) -> bool {
        self.library.kept().objects.contains_key(name)
    }

    /// While a program is explored, an object's name stands for it in fingerprints.
    fn name_object(&mut self, id: u32, kind: u8, name: &[u8]) {
        if let Some(exploring) = &mut self.exploring {
            exploring.heap.set_key(id, crate::explore::print::name(kind, name));
        }
    }

    /// The running thread's own object, zero when it is first asked for.
    pub(super) fn thread_object(&mut self, own: Own, size: u64) -> Result<Val, Stop> {
        if self.exploring.is_none() {
            return self.library_object(own.name(), size);
        }
        let (key, thread) = (self.library.own_keys[own as usize], self.current);
        if let Some(&(_, id)) = self.threads[thread].objects.iter().find(|object| object.0 == key) {
            return Ok(Val::pointer(id, 0));
        }
        let id = self.memory.allocate(size, 16, ObjectKind::Local)?;
        self.memory.zero(id)?;
        self.thread_mut(thread).objects.push((key, id));
        Ok(Val::pointer(id, 0))
    }

    /// The running thread's copy of a thread-local object; its first value is that of the object itself, which is
    /// never written while the program is explored.
    pub(crate) fn thread_local(&mut self, object: u32) -> Result<Val, Stop> {
        let Some(exploring) = self.exploring() else { return Ok(Val::pointer(object, 0)) };
        let (key, thread) = (exploring.heap.key(object), self.current);
        if let Some(&(_, id)) = self.threads[thread].objects.iter().find(|own| own.0 == key) {
            return Ok(Val::pointer(id, 0));
        }
        let Some(&crate::memory::Object { size, align, is_constant, .. }) = self.memory.object(object) else {
            return Err(Stop::NotModelled("an object that no unit defines".into()));
        };
        let id = self.memory.allocate(size.into(), align.into(), ObjectKind::Local)?;
        self.memory.copy(Val::pointer(id, 0), Val::pointer(object, 0), size.into())?;
        if is_constant {
            self.memory.make_constant(id);
        }
        self.thread_mut(thread).objects.push((key, id));
        Ok(Val::pointer(id, 0))
    }

    /// Whether the running thread has such an object.
    pub(super) fn has_thread_object(&self, own: Own) -> bool {
        let key = self.library.own_keys[own as usize];
        self.threads
            .get(self.current)
            .is_none_or(|thread| thread.objects.iter().any(|object| object.0 == key))
    }

    /// A constant string.
    pub(super) fn constant_text(&mut self, text: &[u8]) -> Result<Val, Stop> {
        if let Some(&id) = self.library.kept().texts.get(text) {
            return Ok(Val::pointer(id, 0));
        }
        let id = self.memory.allocate(text.len() as u64 + 1, 1, ObjectKind::Static)?;
        self.memory.zero(id)?;
        self.memory.initialise(id, 0, text);
        self.memory.make_constant(id);
        self.name_object(id, b't', text);
        self.library.kept_mut().texts.insert(text.to_vec(), id);
        Ok(Val::pointer(id, 0))
    }

    /// The place of a pointer that the program declares and no unit defines: the library defines it now.
    pub(super) fn undefined_word(&mut self, name: &str) -> Option<Val> {
        let (image, size) = (self.image, u64::from(self.word_bytes()));
        let is_wanted = |object: &cfa::program::Object| {
            object.name == name
                && !object.is_defined
                && object.size == size
                && object.linkage == Linkage::External
        };
        let index = image.program.objects.iter().position(is_wanted)?;
        let id = image.statics[index];
        self.memory.make_present(id);
        Some(Val::pointer(id, 0))
    }
}
