import { mkdirSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3-multiple-ciphers'

/**
 * Keeps a data folder for one process. The lock is the operating system's, held through an open
 * database file, so a killed process leaves none behind.
 *
 * @throws Error in Chinese when another station works in the folder
 */
export function lockFolder(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true })
  const db = new Database(path.join(dataDir, 'lock.db'), { timeout: 300 })
  try {
    db.pragma('locking_mode = EXCLUSIVE')
    db.exec('begin exclusive')
  } catch (cause) {
    db.close()
    throw new Error(`另一个扫描站正在使用这个数据文件夹（${dataDir}），请先关闭它`, { cause })
  }
  return () => {
    db.exec('rollback')
    db.close()
  }
}
