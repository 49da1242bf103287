//! The bytes of `docs/formats.md`, made by hand. If one of these tests fails, the number of a format has to change.

use std::fs;

use rusqlite::Connection;
use xxhash_rust::xxh3::xxh3_128;

use crate::support::*;

/// Pieces one behind the other.
fn join(pieces: &[&[u8]]) -> Vec<u8> {
    pieces.concat()
}

fn xxh3(bytes: &[u8]) -> [u8; 16] {
    xxh3_128(bytes).to_le_bytes()
}

fn version() -> Vec<u8> {
    let mut version = env!("CARGO_PKG_VERSION").as_bytes().to_vec();
    version.resize(32, 0);
    version
}

#[test]
fn a_segment() {
    let folder = Folder::new("format-segment");
    let store = folder.open();
    let mut writer = store.create(0x0102_0304, 6).unwrap();
    writer.section(7).unwrap();
    writer.write(b"abc").unwrap();
    writer.section(2).unwrap();
    writer.write(b"d").unwrap();
    writer.write(b"e").unwrap();
    let address = writer.finish().unwrap();

    let section = |number: u8, offset: u16, length: u8, content: &[u8]| {
        join(&[
            &[number, 0, 0, 0, 0, 0, 0, 0],
            &u64::from(offset).to_le_bytes(),
            &[length, 0, 0, 0, 0, 0, 0, 0],
            &xxh3(&xxh3(content)),
        ])
    };
    let mut header = join(&[
        &[0x89, 0x45, 0x56, 0x53, 0x45, 0x47, 0x0d, 0x0a],
        &[2, 0, 0, 0],
        &[4, 3, 2, 1],
        &[6, 0, 0, 0],
        &[2, 0, 0, 0],
        &(4096u64 + 128 + 32).to_le_bytes(),
        &version(),
        &section(7, 4096, 3, b"abc"),
        &section(2, 4096 + 64, 2, b"de"),
    ]);
    header.resize(4080, 0);
    header.extend(xxh3(&header));
    assert_eq!(address.0, *blake3::hash(&header).as_bytes());
    let expected = join(&[&header, b"abc", &[0; 61], b"de", &[0; 62], &xxh3(b"abc"), &xxh3(b"de")]);
    let name = address.to_string();
    assert_eq!(fs::read(folder.root().join("cas").join(&name[..2]).join(&name)).unwrap(), expected);
}

#[test]
fn parts_of_a_section() {
    let folder = Folder::new("format-parts");
    let store = folder.open();
    let content: Vec<u8> = (0..2 * 32768 + 5u32).map(|i| (i / 7) as u8).collect();
    let mut writer = store.create(1, 1).unwrap();
    writer.section(3).unwrap();
    content.chunks(9999).for_each(|bytes| writer.write(bytes).unwrap());
    let address = writer.finish().unwrap();
    let name = address.to_string();
    let bytes = fs::read(folder.root().join("cas").join(&name[..2]).join(&name)).unwrap();
    let sums = join(&[&xxh3(&content[..32768]), &xxh3(&content[32768..65536]), &xxh3(&content[65536..])]);
    assert_eq!(bytes[64 + 24..64 + 40], xxh3(&sums));
    assert_eq!(bytes[4096 + 65536 + 64..], sums);
}

#[test]
fn a_journal() {
    let folder = Folder::new("format-journal");
    let store = folder.open();
    let mut journal = store.journal(&key(5), "ü.c").unwrap();
    journal.chunk(9, b"first").unwrap();
    journal.chunk(8, b"").unwrap();

    let header = join(&[
        &[0x89, 0x45, 0x56, 0x4a, 0x4e, 0x4c, 0x0d, 0x0a],
        &[1, 0, 0, 0],
        &[4, 0, 0, 0],
        &[5; 32],
        &version(),
        &[0xc3, 0xbc, b'.', b'c'],
    ]);
    let chunk = |number: u8, kind: u8, content: &[u8]| {
        let head = join(&[&(content.len() as u64).to_le_bytes(), &[kind, 0, 0, 0, number, 0, 0, 0]]);
        join(&[&head, &xxh3(&join(&[&head, content])), content])
    };
    let expected = join(&[&header, &xxh3(&header), &chunk(0, 9, b"first"), &chunk(1, 8, b"")]);
    let path = files(&folder.root().join("journals")).pop().unwrap();
    assert_eq!(fs::read(&path).unwrap(), expected);
    let name = path.file_name().unwrap().to_str().unwrap();
    assert!(name.starts_with(&format!("{}-", "05".repeat(32))) && name.len() == 64 + 1 + 16, "{name}");
}

#[test]
fn the_catalogue() {
    let folder = Folder::new("format-catalogue");
    let store = folder.open();
    let address = write(&store, 1);
    store.add_run(&run(3, -2, &[address, address])).unwrap();

    let connection = Connection::open(folder.root().join("catalogue-1.db")).unwrap();
    let pragma = |name: &str| connection.pragma_query_value(None, name, |row| row.get::<_, i64>(0)).unwrap();
    assert_eq!((pragma("application_id"), pragma("user_version")), (0x4556_434b, 1));
    let mut statement =
        connection.prepare("SELECT sql FROM sqlite_schema WHERE name LIKE 'runs%' ORDER BY rowid").unwrap();
    let schema: Vec<String> =
        statement.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect();
    let document = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/formats.md")).unwrap();
    assert_eq!(schema.len(), 2);
    for statement in schema {
        assert!(document.contains(&format!("\n{statement};\n")), "{statement}");
    }

    let query = "SELECT key, time, is_complete, layers, checksum FROM runs";
    type Row = (Vec<u8>, i64, i64, Vec<u8>, Vec<u8>);
    let read = |row: &rusqlite::Row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?));
    let (key, time, is_complete, layers, checksum): Row = connection.query_row(query, [], read).unwrap();
    assert_eq!((key, time, is_complete), (vec![3; 32], -2, 1));
    assert_eq!(layers, join(&[&address.0, &address.0]));
    let fields: [&[u8]; 8] =
        [&[3; 32], b"target-3", &(-2i64).to_le_bytes(), b"true", &[1], &layers, &[3; 40], br#"{"states":7}"#];
    let checked: Vec<u8> =
        fields.iter().flat_map(|field| join(&[&(field.len() as u64).to_le_bytes(), field])).collect();
    assert_eq!(checksum, xxh3(&checked));
}
