import { createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import { mkdir, open, readFile } from 'node:fs/promises'
import path from 'node:path'
import { writeFileSafely } from '../write-file.ts'
import { KEY_PLACES, type KeyPlace, type KeyStore } from './key-store.ts'
import { subkeyOf } from './seal.ts'

const KEY_BYTES = 32
const RECORD = 'key.json'

/** Says where the key of a data folder is kept. Of no use without that place. */
interface KeyRecord {
  version: 1
  key_id: string
  place: KeyPlace
  /** What the place needs to give the key back. */
  kept: string
  /** Tells the right key from a wrong one before anything is touched. */
  check: string
}

export interface DataKey {
  key: Buffer
  place: KeyPlace
}

/**
 * The key that a data folder's files are encrypted with; a new folder, or one from before encryption,
 * gets one.
 *
 * @param stores in the order of preference; the first that works keeps a new key
 * @throws Error in Chinese when the folder's key cannot be had; nothing was changed then
 */
export async function obtainDataKey(
  dataDir: string,
  stores: readonly KeyStore[],
): Promise<DataKey> {
  const record = await readRecord(dataDir)
  if (record) return { key: await fetchKey(record, stores), place: record.place }
  if (await holdsEncryptedData(dataDir)) throw new Error(RECORD_LOST(dataDir))
  return makeKey(dataDir, stores)
}

async function readRecord(dataDir: string): Promise<KeyRecord | null> {
  const text = await readFile(path.join(dataDir, RECORD), 'utf8').catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null
      throw error
    },
  )
  if (text === null) return null
  try {
    const record = JSON.parse(text) as KeyRecord
    if (record.version === 1 && record.place in KEY_PLACES) return record
  } catch {
    // Said below.
  }
  throw new Error(RECORD_LOST(dataDir))
}

async function fetchKey(record: KeyRecord, stores: readonly KeyStore[]): Promise<Buffer> {
  const store = stores.find(({ place }) => place === record.place)
  const key = (await store?.fetch(record.key_id, record.kept)) ?? null
  if (key?.length === KEY_BYTES && isRight(key, record)) return key
  throw new Error(
    `打不开本机的扫描数据：在${KEY_PLACES[record.place]}里取不到它的密钥（编号 ${record.key_id}）。` +
      `数据没有被改动，也没有丢失。${WHAT_TO_DO[record.place]}` +
      '若密钥确实找不回来，请换一个数据文件夹启动扫描站，原文件夹保留，未上传的答题卡请按批次重新扫描',
  )
}

const WHAT_TO_DO: Record<KeyPlace, string> = {
  'safe-storage': '请用原来的系统用户登录这台电脑，并从扫描站程序（不是命令行）启动；',
  'secret-service': '请用原来的系统用户登录桌面并解锁密钥环，再启动扫描站；',
  keychain: '请用原来的系统用户登录，解锁「登录」钥匙串，并在询问时允许访问；',
  dpapi: '请用原来的 Windows 用户登录这台电脑，再启动扫描站；',
  file: '请把密钥文件放回原处（只有本用户可读），再启动扫描站；',
}

const RECORD_LOST = (dataDir: string): string =>
  `打不开本机的扫描数据：数据文件夹（${dataDir}）里的密钥记录 ${RECORD} 缺失或损坏。` +
  '数据没有被改动。请从备份放回这个文件；若没有备份，请换一个数据文件夹启动扫描站，并保留原文件夹'

async function makeKey(dataDir: string, stores: readonly KeyStore[]): Promise<DataKey> {
  const key = randomBytes(KEY_BYTES)
  const key_id = randomUUID()
  for (const store of stores) {
    const kept = await tryToKeep(store, key_id, key)
    if (kept === null) continue
    const { place } = store
    const record: KeyRecord = { version: 1, key_id, place, kept, check: checkOf(key) }
    await mkdir(dataDir, { recursive: true })
    await writeFileSafely(path.join(dataDir, RECORD), `${JSON.stringify(record, null, 2)}\n`)
    return { key, place }
  }
  throw new Error('本机没有地方保存数据密钥，扫描站没有启动。请检查密钥文件夹是否可写')
}

/** A place that does not give back what it was given does not count. */
async function tryToKeep(store: KeyStore, keyId: string, key: Buffer): Promise<string | null> {
  if (!(await store.isAvailable())) return null
  try {
    const kept = await store.keep(keyId, key)
    const back = await store.fetch(keyId, kept)
    return back?.equals(key) ? kept : null
  } catch {
    return null
  }
}

const checkOf = (key: Buffer): string =>
  createHmac('sha256', subkeyOf(key, 'check')).update('check').digest('hex')

const isRight = (key: Buffer, { check }: KeyRecord): boolean => {
  const [own, given] = [Buffer.from(checkOf(key)), Buffer.from(check)]
  return own.length === given.length && timingSafeEqual(own, given)
}

/** A database that is none to a plain eye, without the record of its key. */
async function holdsEncryptedData(dataDir: string): Promise<boolean> {
  const head = await headOf(path.join(dataDir, 'station.db'))
  return head !== null && head.length > 0 && !isPlainDatabase(head)
}

export const isPlainDatabase = (head: Buffer): boolean =>
  head.subarray(0, 15).toString('latin1') === 'SQLite format 3'

/** The first bytes of a file; null when there is none. */
export async function headOf(file: string): Promise<Buffer | null> {
  const handle = await open(file, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (!handle) return null
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(16), 0, 16, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}
