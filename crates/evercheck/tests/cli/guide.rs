//! The guide is true: its programs are what its sessions work on, and every session is made as it is shown.

use crate::run::Scratch;
use crate::sessions::follow;

const GUIDE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/guide");

#[test]
fn every_session_of_the_guide_is_real() {
    let mut chapters: Vec<_> = std::fs::read_dir(GUIDE).unwrap().map(|entry| entry.unwrap().path()).collect();
    chapters.sort();
    let sessions: usize = std::thread::scope(|scope| {
        let chapter = |path| scope.spawn(move || follow_chapter(path));
        let chapters: Vec<_> = chapters.iter().map(|path| chapter(path)).collect();
        chapters.into_iter().map(|it| it.join().unwrap()).sum()
    });
    assert!(sessions >= 25, "{sessions}");
}

/// Blocks of a chapter in turn: a program that begins with its name in a comment is written to a file of that name, a session is made.
fn follow_chapter(path: &std::path::Path) -> usize {
    let name = path.file_stem().unwrap().to_str().unwrap();
    let (text, scratch) = (std::fs::read_to_string(path).unwrap(), Scratch::new(&format!("guide-{name}")));
    let (mut lines, mut commands) = (text.lines(), 0);
    while let Some(line) = lines.next() {
        let Some(language) = line.strip_prefix("```") else { continue };
        let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
        match language {
            "c" => {
                let file = block[0].strip_prefix("/* ").and_then(|it| it.strip_suffix(" */"));
                let file = file.unwrap_or_else(|| panic!("{name}: no name at {:?}", block[0]));
                scratch.write(file, block.join("\n") + "\n");
            }
            "" => commands += follow(&scratch, block.into_iter(), "$ "),
            // Configurations of other programs.
            _ => {}
        }
    }
    commands
}
