import path from 'node:path'
import { obtainDataKey } from '../secrets/data-key.ts'
import type { KeyPlace, KeyStore } from '../secrets/key-store.ts'
import { Seal } from '../secrets/seal.ts'
import { Spool } from '../spool.ts'
import { openStore, type Store } from './open-store.ts'
import { findSetting, putSetting } from './settings.store.ts'

/** Set once no file from before encryption is left. */
const ALL_SEALED = 'spool-sealed'

/**
 * Opens everything that the station keeps in its folder; what an earlier version left unencrypted is
 * encrypted before anything else happens.
 *
 * @throws Error in Chinese when the key cannot be had; nothing was changed then
 */
export async function openData(
  dataDir: string,
  keyStores: readonly KeyStore[],
  log: (event: string, facts?: Record<string, unknown>) => void,
): Promise<{ db: Store; spool: Spool; keyPlace: KeyPlace }> {
  const { key, place } = await obtainDataKey(dataDir, keyStores)
  const db = openStore(dataDir, key)
  try {
    const spool = new Spool(path.join(dataDir, 'spool'), new Seal(key))
    await spool.prepare()
    if (findSetting<boolean>(db, ALL_SEALED) !== true) {
      const files = await spool.sealOpenFiles()
      putSetting(db, ALL_SEALED, true)
      if (files > 0) log('data.encrypted', { files })
    }
    return { db, spool, keyPlace: place }
  } catch (error) {
    db.close()
    throw error
  }
}
