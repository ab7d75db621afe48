import { chmodSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3-multiple-ciphers'
import { subkeyOf } from '../secrets/seal.ts'
import { encryptPlainStore } from './encrypt-plain-store.ts'
import { unlockWith } from './unlock-store.ts'
import { SCHEMA_STEPS } from './schema-steps.ts'

/** The station's own database, encrypted. Everything that the operator sees is derived from it. */
export type Store = Database.Database

/**
 * Opens the station's database, making it when it is missing. One from before encryption is encrypted.
 *
 * @param dataKey of the data folder
 * @throws Error in Chinese when the file comes from a newer version of the station
 */
export function openStore(dataDir: string, dataKey: Uint8Array): Store {
  mkdirSync(dataDir, { recursive: true })
  const file = path.join(dataDir, 'station.db')
  const key = subkeyOf(dataKey, 'database')
  encryptPlainStore(file, key)
  const db = new Database(file)
  unlockWith(db, key)
  chmodSync(file, 0o600)
  db.pragma('journal_mode = WAL')
  // A sheet that the operator saw counted must survive a power cut.
  db.pragma('synchronous = FULL')
  db.pragma('foreign_keys = ON')
  db.pragma('busy_timeout = 5000')
  // Sorting must not spill names into a plain temporary file.
  db.pragma('temp_store = MEMORY')
  const version = db.pragma('user_version', { simple: true }) as number
  if (version > SCHEMA_STEPS.length)
    throw new Error(
      `扫描站的本地数据由更新的版本（${String(version)}）写入，请使用该版本，或换一个数据文件夹`,
    )
  for (const [index, step] of SCHEMA_STEPS.entries())
    if (index >= version)
      db.transaction(() => {
        db.exec(step)
        db.pragma(`user_version = ${index + 1}`)
      }).immediate()
  return db
}
