import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PaperStack, stackTemplate } from '../testing/paper-stack.ts'
import { rememberReadings } from '../testing/remember-readings.ts'
import { EXAM_ID, SUBJECT_ID } from '../testing/double-exam.ts'
import { type ServerDouble, startServerDouble } from '../testing/server-double.ts'
import { createStation, type Station } from './station.ts'
import type { StationOptions } from './station-options.ts'

const PEOPLE = [
  { exam_no: '20261001', name: '陈思远' },
  { exam_no: '20261002', name: '欧阳若水' },
]

const reader = rememberReadings()
let root: string
let server: ServerDouble
let station: Station
let stack: PaperStack

const start = (options: Partial<StationOptions> = {}): Promise<Station> =>
  createStation({
    dataDir: path.join(root, 'data'),
    keyFolder: path.join(root, 'keys'),
    serverUrl: server.url,
    stationName: '一号站',
    workers: 1,
    reader,
    pollMs: 50,
    stableMs: 60,
    settleMs: 100,
    ...options,
  })

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'station-trouble-'))
  server = await startServerDouble(stackTemplate())
  server.candidates = PEOPLE
  stack = new PaperStack(path.join(root, 'scans'))
  await stack.scan()
})

afterEach(async () => {
  await station.stop()
  await server.close()
  await rm(root, { recursive: true, force: true })
})

/** Looks at the feeder that see the same number of sheets before it is believed to stand still. */
const SAME_LOOKS = 12
const until = (check: () => unknown) => vi.waitFor(check, { timeout: 120_000, interval: 50 })
const signIn = (password = 'right') => station.api.signIn({ account: 'operator', password })
const state = () => station.api.state({})

async function open() {
  const batch = { exam_id: EXAM_ID, subject_id: SUBJECT_ID, label: '第一袋', folder: stack.folder }
  return station.api.openBatch(batch)
}

/** Every byte in the data folder, by file. */
async function allBytes(): Promise<[file: string, bytes: Buffer][]> {
  const entries = await readdir(path.join(root, 'data'), { recursive: true, withFileTypes: true })
  const files = entries.filter((each) => each.isFile())
  return Promise.all(
    files.map(async ({ parentPath, name }): Promise<[string, Buffer]> => {
      const file = path.join(parentPath, name)
      return [file, await readFile(file)]
    }),
  )
}

/** Pictures, and people in the ways a text can be stored. */
const SECRETS: [what: string, bytes: Buffer][] = [
  ['JPEG', Buffer.from([0xff, 0xd8, 0xff])],
  ['session', Buffer.from('hj_session')],
  ['password', Buffer.from('$argon2id$')],
  ['school', Buffer.from('示范中学')],
  ['batch', Buffer.from('第一袋')],
  ['file name', Buffer.from('scan-1.jpg')],
  ['reading', Buffer.from('"examNo"')],
  ...PEOPLE.flatMap(({ exam_no, name }): [string, Buffer][] => [
    ['number', Buffer.from(exam_no)],
    ['number, UTF-16', Buffer.from(exam_no, 'utf16le')],
    ['name', Buffer.from(name)],
    ['name, UTF-16', Buffer.from(name, 'utf16le')],
    ['name, escaped', Buffer.from(JSON.stringify(name).replace(/[^ -~]/g, escaped))],
  ]),
]

function escaped(letter: string): string {
  return `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`
}

test('no name, number or picture can be found in any byte of the data folder', async () => {
  station = await start()
  await signIn()
  // Without a server the containers wait in the folder as well.
  server.mischief = () => 'busy'
  await stack.scan('front', 'back', 'front', 'back')
  const { batch_id } = await open()
  await until(async () =>
    expect(await station.api.batch({ batch_id })).toMatchObject({ sheets: 2, to_upload: 2 }),
  )
  const { list } = await station.api.listSheets({ batch_id })
  expect(list.some((sheet) => sheet.candidate_name === '陈思远')).toBe(true)
  const files = await allBytes()
  const names = files.map(([file]) => path.relative(path.join(root, 'data'), file))
  expect(names).toContain('station.db')
  expect(names).toContain('station.db-wal')
  expect(names.filter((name) => name.startsWith('spool/outbox/'))).toHaveLength(2)
  expect(names.filter((name) => name.startsWith('spool/pictures/'))).toHaveLength(4)
  for (const [file, bytes] of files)
    for (const [what, secret] of SECRETS) {
      // Three bytes turn up by chance in a large encrypted file; a JPEG has them at its beginning.
      const found = what === 'JPEG' ? bytes.subarray(0, 64) : bytes
      expect(found.includes(secret), `${what} in ${file}`).toBe(false)
    }
  // What the screen is given is the picture itself.
  const picture = await station.readPicture(list[0]?.cover_id ?? '', 'page')
  expect(picture?.bytes.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]))
  const thumb = await station.readPicture(list[0]?.cover_id ?? '', 'thumb')
  expect(thumb?.bytes.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]))
})

test('without its key the station says what to do, and with it again everything is there', async () => {
  station = await start()
  await signIn()
  await stack.scan('front', 'back')
  const { batch_id } = await open()
  await until(async () =>
    expect(await station.api.batch({ batch_id })).toMatchObject({ sheets: 1 }),
  )
  expect((await state()).data_key.warning).toContain('备份密钥文件')
  await station.stop()
  const [name = ''] = await readdir(path.join(root, 'keys'))
  const keyFile = path.join(root, 'keys', name)
  const key = await readFile(keyFile)
  await rm(keyFile)
  const before = await allBytes()
  await expect(start()).rejects.toThrow(/在密钥文件里取不到它的密钥.*请把密钥文件放回原处/)
  expect(await allBytes()).toEqual(before)
  await writeFile(keyFile, key)
  station = await start()
  expect(await station.api.batch({ batch_id })).toMatchObject({ sheets: 1 })
})

test('who was here lately works on without the server, and is confirmed when it returns', async () => {
  station = await start()
  await signIn()
  const { batch_id } = await open()
  await station.api.signOut({})
  server.isAway = true
  await expect(signIn('wrong')).rejects.toThrow('也不能离线登录：账号或密码不对')
  expect(await signIn()).toMatchObject({
    connection: 'offline',
    needs_sign_in: false,
    user: { account: 'operator', name: '周强', is_offline: true },
  })
  await stack.scan('front', 'back')
  await until(async () =>
    expect(await station.api.batch({ batch_id })).toMatchObject({ sheets: 1, to_upload: 1 }),
  )
  const second = path.join(root, 'second')
  await mkdir(second)
  const batch = { exam_id: EXAM_ID, subject_id: SUBJECT_ID, label: '第二袋', folder: second }
  expect(await station.api.openBatch(batch)).toMatchObject({ account: 'operator' })
  server.isAway = false
  await station.api.reconnect({})
  await until(async () =>
    expect(await state()).toMatchObject({ user: { is_offline: false }, to_upload: 0 }),
  )
  expect(server.sheets.size).toBe(1)
})

test('after a restart without the server somebody has to sign in once it is back', async () => {
  station = await start()
  await signIn()
  await station.api.signOut({})
  server.isAway = true
  await signIn()
  await station.stop()
  station = await start()
  expect(await state()).toMatchObject({ connection: 'offline', user: { is_offline: true } })
  server.isAway = false
  await until(async () =>
    expect(await state()).toMatchObject({
      connection: 'signed_out',
      needs_sign_in: true,
      connection_note: expect.stringContaining('请登录一次') as unknown,
    }),
  )
  expect(await signIn()).toMatchObject({ user: { is_offline: false }, needs_sign_in: false })
})

const MOUNT = path.join(tmpdir(), `station-small-disk-${process.pid}`)

function mount(megabytes: number): boolean {
  try {
    execFileSync('mkdir', ['-p', MOUNT])
    const options = `size=${megabytes}m`
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', MOUNT], { stdio: 'ignore' })
    return true
  } catch {
    console.warn('没有权限挂载小磁盘，跳过磁盘写满的测试')
    return false
  }
}

/** Far more than is filled, so that the room is seen at once when it is there again. */
const DISK_MB = 48

const mayMount = mount(1)
if (mayMount) execFileSync('umount', [MOUNT])

test.skipIf(!mayMount)(
  'on a full disk scanning pauses, and goes on when there is room',
  async () => {
    mount(DISK_MB)
    const filler = path.join(MOUNT, 'filler')
    try {
      station = await start({
        dataDir: path.join(MOUNT, 'data'),
        // The disk is really full before anybody warns.
        disk: { lowBytes: 0, fullBytes: 0, lookEveryMs: 100 },
      })
      await signIn()
      server.mischief = () => 'busy'
      const { batch_id } = await open()
      await stack.scan('front', 'back')
      await until(async () =>
        expect(await station.api.batch({ batch_id })).toMatchObject({ sheets: 1 }),
      )
      const { bavail, bsize } = await statfs(MOUNT)
      await writeFile(filler, Buffer.alloc(Math.max(0, bavail * bsize - 600_000)))
      for (let sheet = 0; sheet < 5; sheet++) await stack.scan('front', 'back')
      await until(async () =>
        expect((await state()).disk).toMatchObject({
          level: 'full',
          message: expect.stringContaining('本机磁盘已满') as unknown,
        }),
      )
      await expect(station.api.closeBatch({ batch_id })).rejects.toThrow('本机磁盘已满')
      await rm(filler)
      await until(async () => expect((await state()).disk.level).toBe('ok'))
      await until(async () =>
        expect(await station.api.batch({ batch_id })).toMatchObject({ sheets: 6, unreadable: 0 }),
      )
      server.mischief = () => 'none'
      await station.api.reconnect({})
      await station.api.closeBatch({ batch_id })
      const closed = await station.api.waitForBatch({ batch_id, timeout_ms: 180_000 })
      expect(closed).toMatchObject({ state: 'closed', images: 12, uploaded: 6 })
      const pages = [...server.sheets.values()].flatMap(({ manifest }) => manifest.pages)
      expect(pages.map((page) => page.image.sha256).toSorted()).toEqual(stack.hashes.toSorted())
    } finally {
      await station.stop()
      execFileSync('umount', [MOUNT])
      await rm(MOUNT, { recursive: true, force: true })
      station = await start()
    }
  },
)

test('a warning comes before the disk is full', async () => {
  let free = 3e9
  station = await start({ disk: { freeBytes: async () => free, lookEveryMs: 20 } })
  expect((await state()).disk).toMatchObject({
    level: 'low',
    message: expect.stringContaining('2.8 GB') as unknown,
  })
  free = 1e8
  await until(async () => expect((await state()).disk.level).toBe('full'))
  await signIn()
  await stack.scan('front', 'back')
  const { batch_id } = await open()
  // Long enough for a picture to be taken, were it not for the disk.
  await new Promise((next) => setTimeout(next, 200))
  expect(await station.api.batch({ batch_id })).toMatchObject({ images: 0 })
  free = 1e11
  await until(async () =>
    expect(await station.api.batch({ batch_id })).toMatchObject({ sheets: 1 }),
  )
})

test('a batch is cleared with the server’s consent, and had again', async () => {
  station = await start()
  await signIn()
  await stack.scan('front', 'back')
  const { batch_id } = await open()
  const input = { exam_id: EXAM_ID, subject_id: SUBJECT_ID, batch_id }
  server.mischief = () => 'busy'
  await until(async () => expect(await state()).toMatchObject({ to_upload: 1 }))
  await expect(station.api.previewClearing(input)).rejects.toThrow('还有 1 张待上传')
  server.mischief = () => 'none'
  await station.api.reconnect({})
  await until(async () => expect(await state()).toMatchObject({ to_upload: 0 }))
  await expect(station.api.previewClearing(input)).rejects.toThrow('还没有结束')
  await station.api.closeBatch({ batch_id })
  await station.api.waitForBatch({ batch_id, timeout_ms: 180_000 })
  expect(await station.api.previewClearing(input)).toEqual({ sheets: 1, batches: 1 })
  await expect(station.api.clearScan({ ...input, confirm_count: 2 })).rejects.toThrow(
    '现在 1 张，确认时 2 张',
  )
  await station.api.clearScan({ ...input, confirm_count: 1 })
  expect([...server.sheets.values()].map(({ isVoid }) => isVoid)).toEqual([true])
  await expect(station.api.clearScan({ ...input, confirm_count: 1 })).rejects.toThrow(
    '没有可以清空的批次',
  )
  const [clearing] = await station.api.listClearings({})
  expect(clearing).toMatchObject({ sheets: 1, account: 'operator', gone: 0 })
  await station.api.undoClearing({ clearing_id: clearing?.clearing_id ?? '' })
  expect([...server.sheets.values()].map(({ isVoid }) => isVoid)).toEqual([false])
  expect(await station.api.listClearings({})).toEqual([])
  expect(await station.api.batch({ batch_id })).toMatchObject({ clearing_id: null })
})

test('a sheet that the server has lost is packed and sent again', async () => {
  station = await start()
  await signIn()
  await stack.scan('front', 'back')
  const { batch_id } = await open()
  await until(async () =>
    expect(await station.api.batch({ batch_id })).toMatchObject({ uploaded: 1 }),
  )
  const outbox = path.join(root, 'data/spool/outbox')
  await until(async () => expect(await readdir(outbox)).toEqual([]))
  const before = [...server.sheets.values()].map(({ sha256 }) => sha256)
  server.sheets.clear()
  await station.api.closeBatch({ batch_id })
  expect(await station.api.waitForBatch({ batch_id, timeout_ms: 180_000 })).toMatchObject({
    state: 'closed',
    uploaded: 1,
  })
  expect([...server.sheets.values()].map(({ sha256 }) => sha256)).toEqual(before)
})

test('the feeder stands still while there is no room, and goes on by itself', async () => {
  let sheetsIn = 0
  let isCleared = false
  // Full from the second sheet on, however slow the computer is.
  const freeBytes = async () => (sheetsIn >= 2 && !isCleared ? 1e8 : 1e11)
  station = await start({ disk: { freeBytes, lookEveryMs: 20 } })
  station.subscribe(({ scanner }) => (sheetsIn = scanner.sheets))
  await signIn()
  stack = new PaperStack(path.join(root, 'paper'), 200)
  for (let sheet = 0; sheet < 12; sheet++) await stack.scan('front', 'back')
  const batch = { exam_id: EXAM_ID, subject_id: SUBJECT_ID, label: '第一袋' }
  const { batch_id } = await station.api.openBatch(batch)
  const search = { driver: 'simulated', address: stack.folder } as const
  const [offer] = await station.api.listScanners(search)
  await station.api.openScanner({
    driver: 'simulated',
    device_id: offer?.device_id ?? '',
    device_name: offer?.device_name ?? '',
    profile_id: 'simulated',
    profile_name: '模拟扫描仪',
    paper_source: 'duplex',
    dpi: 200,
    mode: 'gray',
    paper: 'a4',
  })
  await station.api.startScan({ batch_id })
  await until(async () => expect((await state()).disk.level).toBe('full'))
  // A sheet that was already being taken may still come in; after that none does.
  let last = 0
  let looks = 0
  await until(async () => {
    const { sheets } = (await state()).scanner
    looks = sheets === last ? looks + 1 : 0
    last = sheets
    expect(looks).toBeGreaterThan(SAME_LOOKS)
  })
  expect((await state()).scanner).toMatchObject({ sheets: last, phase: 'scanning' })
  expect(last).toBeLessThan(12)
  isCleared = true
  await until(async () =>
    expect((await state()).scanner).toMatchObject({ sheets: 12, phase: 'ready' }),
  )
  expect(await station.api.batch({ batch_id })).toMatchObject({ images: 24, duplicates: 0 })
})
