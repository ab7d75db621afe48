import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { batchHashOf, decodeSheetContainer } from '@hengjuan/contracts'
import { type ErrorCode, errorStatus, type OmrTemplate } from '@hengjuan/domain'
import {
  type StoredSheet,
  templateHash,
  personOf,
  templateOf,
  subjectOf,
  examsOf,
  classesOf,
  missingOf,
} from './double-exam.ts'
import { paperOf } from './double-paper.ts'

/**
 * A TEST DOUBLE of the server: just the calls of the scanning client, kept in memory, as strict as the
 * contract about ids, hashes and closing. It can be told to misbehave as networks and servers do.
 */
export interface ServerDouble {
  url: string
  sheets: Map<string, StoredSheet>
  batches: Map<string, { closedAt: string | null }>
  /** Consulted once for every upload. */
  mischief: (upload: { sheetId: string; count: number }) => Mischief
  /** Requests seen, by path. */
  requests: string[]
  isAway: boolean
  endSessions: () => void
  /** Answers the next uploads of a sheet with this error. */
  refuse: Map<string, ErrorCode>
  candidates: { exam_no: string; name: string; room_no?: string; seat_no?: string }[]
  /** Candidates who were confirmed absent. */
  absent: Set<number>
  template: OmrTemplate
  /** Further subjects of the exam. */
  others: { subject_id: number; subject_name: string; template: OmrTemplate }[]
  /** Forgets what was read of a sheet: for days with thousands of sheets. */
  keepsHeadsOnly: boolean
  close: () => Promise<void>
}

/**
 * `lose-request`: cut before anything is kept. `lose-answer`: kept, cut before the answer.
 * `half-answer`: kept, the answer cut in the middle. `odd-answer`: kept, the receipt names another hash.
 */
type Mischief = 'none' | 'lose-request' | 'lose-answer' | 'half-answer' | 'odd-answer' | 'busy'

class Refusal extends Error {
  readonly code: ErrorCode
  constructor(code: ErrorCode) {
    super(code)
    this.code = code
  }
}

/** Cuts the line instead of answering. */
class Cut extends Error {}

export async function startServerDouble(template: OmrTemplate): Promise<ServerDouble> {
  const sessions = new Map<string, string>()
  const uploads = new Map<string, number>()
  const double: ServerDouble = {
    url: '',
    sheets: new Map(),
    batches: new Map(),
    mischief: () => 'none',
    requests: [],
    isAway: false,
    endSessions: () => sessions.clear(),
    refuse: new Map(),
    candidates: [],
    absent: new Set(),
    template,
    others: [],
    keepsHeadsOnly: false,
    close: () => new Promise((done) => server.close(() => done())),
  }
  const server: Server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      if (error instanceof Refusal) {
        const body = { code: errorStatus[error.code], msg: `测试：${error.code}`, data: null }
        response.writeHead(errorStatus[error.code], { 'content-type': 'application/json' })
        response.end(
          JSON.stringify({ ...body, error: error.code, facts: {}, fields: [], request_id: 't' }),
        )
      } else request.socket.destroy()
    })
  })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://double')
    double.requests.push(`${request.method} ${url.pathname}`)
    const body = await bodyOf(request)
    if (double.isAway) throw new Cut()
    const send = (data: unknown, headers: Record<string, string> = {}) => {
      response.writeHead(200, { 'content-type': 'application/json', ...headers })
      response.end(JSON.stringify({ code: 200, msg: 'ok', data }))
    }
    if (url.pathname === '/v1/auth/login') {
      const form = new URLSearchParams(body.toString())
      if (form.get('password') !== 'right') throw new Refusal('SIGN_IN_FAILED')
      const id = randomUUID()
      const csrf = randomUUID()
      sessions.set(id, csrf)
      return send(personOf(form.get('account') ?? '', csrf), {
        'set-cookie': `hj_session=${id}; Path=/; HttpOnly`,
      })
    }
    const csrf = sessions.get(/hj_session=([^;]+)/.exec(request.headers.cookie ?? '')?.[1] ?? '')
    if (csrf === undefined) throw new Refusal('LOGIN_EXPIRED')
    if (request.method !== 'GET' && request.headers['x-csrf-token'] !== csrf)
      throw new Refusal('CSRF_FAILED')
    switch (`${request.method} ${url.pathname}`) {
      case 'GET /v1/school/user':
        return send(personOf('operator', csrf))
      case 'GET /v1/client/exam':
        return send(examsOf(double))
      case 'GET /v1/client/marking/detail':
        return send({
          ...subjectOf(double),
          classes: [],
          batches: [],
          rooms: [],
          missing: missingOf(double),
        })
      case 'GET /v1/client/school/classes':
        return send(classesOf(double))
      case 'GET /v1/client/templete': {
        const bound = templateOf(double, Number(url.searchParams.get('subject_id')))
        return send({
          sheet_id: 1,
          version: 1,
          template_id: bound.id,
          template_sha256: templateHash(bound),
          template: bound,
        })
      }
      case `POST /v1/client/clear/${url.pathname.split('/').at(-1)}`:
        return send(clear(double, JSON.parse(body.toString()) as ClearBody))
      case 'POST /v1/checking/fix':
        // The undoing of a clearing or of absences: the decisions that the double knows.
        for (const sheet of double.sheets.values()) sheet.isVoid = false
        double.absent.clear()
        return send({ decision_ids: [1], resolved: 0 })
      case 'POST /v1/exams/send/absence/confirm': {
        const { candidate_ids } = JSON.parse(body.toString()) as { candidate_ids: number[] }
        for (const id of candidate_ids) double.absent.add(id)
        return send({ confirmed: candidate_ids.length, decision_ids: candidate_ids })
      }
      case 'GET /v1/client/marking/check':
        return send(check(double, url.searchParams))
      case 'POST /v1/client/marking':
        return receive(url.searchParams, request, response, body, send)
      case 'POST /v1/client/complete':
        return send(await complete(double, JSON.parse(body.toString()) as CompleteBody))
      default:
        throw new Refusal('ROUTE_NOT_FOUND')
    }
  }

  async function receive(
    query: URLSearchParams,
    request: IncomingMessage,
    response: ServerResponse,
    body: Buffer,
    send: (data: unknown) => void,
  ): Promise<void> {
    const sheetId = query.get('sheet_id') ?? ''
    const count = (uploads.get(sheetId) ?? 0) + 1
    uploads.set(sheetId, count)
    const refusal = double.refuse.get(sheetId)
    if (refusal) throw new Refusal(refusal)
    const mischief = double.mischief({ sheetId, count })
    if (mischief === 'lose-request') throw new Cut()
    if (mischief === 'busy') throw new Refusal('SERVICE_BUSY')
    const sha256 = createHash('sha256').update(body).digest('hex')
    if (sha256 !== request.headers['x-content-sha256']) throw new Refusal('SCAN_CHECKSUM_MISMATCH')
    const { manifest } = await decodeSheetContainer(new Uint8Array(body))
    if (manifest.sheet_id !== sheetId) throw new Refusal('SCAN_CONTAINER_INVALID')
    if (manifest.template_id !== templateOf(double, manifest.subject_id).id)
      throw new Refusal('SCAN_TEMPLATE_OUTDATED')
    const known = double.sheets.get(sheetId)
    if (known && known.sha256 !== sha256) throw new Refusal('SCAN_SHEET_ID_CONFLICT')
    if (!known) {
      if (
        [...double.sheets.values()].some(
          (other) =>
            other.batchId === manifest.batch_id &&
            other.manifest.subject_id !== manifest.subject_id,
        )
      )
        throw new Refusal('SCAN_CONTAINER_INVALID')
      if (double.batches.get(manifest.batch_id)?.closedAt) throw new Refusal('SCAN_BATCH_CLOSED')
      const kept = double.keepsHeadsOnly ? { ...manifest, pages: [], crops: [] } : manifest
      double.sheets.set(sheetId, { sha256, batchId: manifest.batch_id, manifest: kept })
      if (!double.batches.has(manifest.batch_id))
        double.batches.set(manifest.batch_id, { closedAt: null })
    }
    if (mischief === 'lose-answer') throw new Cut()
    if (mischief === 'half-answer') {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '500' })
      response.write('{"code":200,"msg":"ok","da')
      response.destroy()
      return
    }
    send({
      sheet_id: sheetId,
      sha256: mischief === 'odd-answer' ? '0'.repeat(64) : sha256,
      received_at: new Date().toISOString(),
      duplicate: known !== undefined,
      exceptions: [],
    })
  }

  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  double.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return double
}

function check(double: ServerDouble, query: URLSearchParams) {
  const ids = query.getAll('ids')
  const examNos = query.getAll('exam_nos')
  const hashes = query.getAll('image_hashes')
  const subjectId = Number(query.get('subject_id'))
  return [...double.sheets]
    .map(([id, sheet]) => ({ id, sheet, ...paperOf(sheet.manifest) }))
    .filter(
      ({ id, sheet, exam_no, image_hashes }) =>
        sheet.manifest.subject_id === subjectId &&
        (ids.includes(id) ||
          sheet.batchId === query.get('batch_id') ||
          examNos.includes(exam_no ?? '') ||
          image_hashes.some((hash) => hashes.includes(hash))),
    )
    .map(({ id, sheet, ...paper }) => ({
      sheet_id: id,
      batch_id: sheet.batchId,
      sha256: sheet.sha256,
      state: sheet.isVoid === true ? 'void' : 'active',
      received_at: new Date().toISOString(),
      batch_label: sheet.manifest.batch_label,
      station: sheet.manifest.station,
      seq: sheet.manifest.seq,
      ...paper,
    }))
}

interface ClearBody {
  sheet_ids?: string[]
  batch_id?: string
  confirm_count: number
}

function clear(double: ServerDouble, { batch_id, confirm_count, ...given }: ClearBody) {
  const ofBatch = [...double.sheets].filter(([, sheet]) => sheet.batchId === batch_id)
  const sheet_ids = given.sheet_ids ?? ofBatch.map(([id]) => id)
  const active = sheet_ids.flatMap((id) => {
    const sheet = double.sheets.get(id)
    return sheet && sheet.isVoid !== true ? [sheet] : []
  })
  if (active.length === 0 || active.length !== confirm_count) throw new Refusal('VERSION_CONFLICT')
  for (const sheet of active) sheet.isVoid = true
  return { voided: active.length, decision_id: 1 }
}

interface CompleteBody {
  batch_id: string
  count: number
  sheets_hash: string
  sheet_ids: string[]
}

async function complete(double: ServerDouble, body: CompleteBody) {
  const batch = double.batches.get(body.batch_id)
  if (!batch) throw new Refusal('SCAN_BATCH_NOT_FOUND')
  const own = [...double.sheets].filter(
    ([id, sheet]) =>
      sheet.batchId === body.batch_id && (sheet.isVoid !== true || body.sheet_ids.includes(id)),
  )
  const hash = await batchHashOf(own.map(([, sheet]) => sheet.sha256))
  const closed = hash === body.sheets_hash && own.length === body.count
  if (closed) batch.closedAt ??= new Date().toISOString()
  const has = new Set(own.map(([id]) => id))
  const asked = new Set(body.sheet_ids)
  return {
    closed,
    closed_at: batch.closedAt,
    server_count: own.length,
    server_hash: hash,
    missing_ids: body.sheet_ids.filter((id) => !has.has(id)),
    unknown_ids: [...has].filter((id) => !asked.has(id)),
  }
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
