//! Objects and strings that belong to the library itself.

use cfa::program::Linkage;

use crate::exec::Machine;
use crate::fault::Stop;
use crate::memory::ObjectKind;
use crate::value::Val;

impl Machine<'_> {
    /// The library's object of this name, zero when it is first asked for.
    pub(super) fn library_object(&mut self, name: &'static str, size: u64) -> Result<Val, Stop> {
        if let Some(&id) = self.library.objects.get(name) {
            return Ok(Val::pointer(id, 0));
        }
        let id = self.memory.allocate(size, 16, ObjectKind::Static)?;
        self.memory.zero(id);
        self.library.objects.insert(name, id);
        Ok(Val::pointer(id, 0))
    }

    /// Whether an object of this name has been asked for.
    pub(super) fn has_library_object(&self, name: &'static str) -> bool {
        self.library.objects.contains_key(name)
    }

    /// A constant string.
    pub(super) fn constant_text(&mut self, text: &[u8]) -> Result<Val, Stop> {
        if let Some(&id) = self.library.texts.get(text) {
            return Ok(Val::pointer(id, 0));
        }
        let id = self.memory.allocate(text.len() as u64 + 1, 1, ObjectKind::Static)?;
        self.memory.zero(id);
        self.memory.initialise(id, 0, text);
        self.memory.make_constant(id);
        self.library.texts.insert(text.to_vec(), id);
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
