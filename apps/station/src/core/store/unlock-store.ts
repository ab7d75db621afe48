import type Database from 'better-sqlite3-multiple-ciphers'

/**
 * Gives a freshly opened database its key: the format of SQLCipher 4 (AES-256 in CBC mode with HMAC-SHA512
 * per page, journal and WAL included), which other tools can open in an emergency.
 *
 * @param key 32 bytes, used as they are
 */
export function unlockWith(db: Database.Database, key: Buffer): void {
  chooseCipher(db)
  db.pragma(`key = "x'${key.toString('hex')}'"`)
  // The first read decides; anything but the right key ends here.
  db.prepare('select count(*) from sqlite_master').get()
}

export function chooseCipher(db: Database.Database): void {
  db.pragma("cipher = 'sqlcipher'")
  db.pragma('legacy = 4')
}
