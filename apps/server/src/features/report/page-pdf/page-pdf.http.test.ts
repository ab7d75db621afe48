import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import {
  createSnapshot,
  currentUser,
  pagePdf,
  pagePdfReady,
  reportClassAverages,
  reportPaper,
  exportOverview,
  jobList,
} from '@hengjuan/contracts'
import { everyDatabase } from '@hengjuan/db/testing'
import { expect, onTestFinished, test } from 'vitest'
import { openPageSession } from '../../../http/session.ts'
import {
  openTestApp,
  pdfText,
  seedTinyExam,
  TINY_EXAM_NAME,
  type TestApp,
} from '../../../testing/index.ts'
import { printPage } from './print-page.ts'

const CHROMIUM =
  process.env['CHROME_PATH'] ??
  ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/google-chrome'].find(
    existsSync,
  ) ??
  ''
const PAGE = '/MainPage/reportDetail/basicAnalysis'
const MISSING = CHROMIUM === '' ? '（没有 Chromium，跳过：安装 chromium 或设 CHROME_PATH）' : ''

async function released(app: TestApp) {
  const { examId } = await seedTinyExam(app.services, app.school)
  const director = await app.signIn('director')
  const answer = await director.send(createSnapshot, {
    body: { exam_id: examId, confirm_name: TINY_EXAM_NAME },
  })
  expect(answer.status).toBe(200)
  return { examId, director }
}

/** A portal of one page whose program says what it could read and do. */
async function portalThatTries(program: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'hengjuan-portal-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await mkdir(path.join(folder, 'assets'))
  await writeFile(
    path.join(folder, 'index.html'),
    '<!doctype html><meta charset="utf-8"><title>总览 · 衡卷</title><body><script src="/assets/app.js"></script>',
  )
  await writeFile(path.join(folder, 'assets/app.js'), program)
  return folder
}

/** Counts who comes: a server beside ours. */
async function elsewhere() {
  let hits = 0
  const server = createServer((_request, response) => {
    hits += 1
    response.end()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => void server.close())
  return { port: (server.address() as AddressInfo).port, hits: () => hits }
}

test('without a browser the server says so, and what to do instead', async () => {
  const app = await openTestApp()
  const { examId, director } = await released(app)
  expect((await director.send(pagePdfReady)).data).toEqual({ is_ready: false })
  const answer = await director.send(pagePdf, { body: { path: `${PAGE}?exam_id=${examId}` } })
  expect([answer.status, answer.error.error]).toEqual([409, 'PDF_BROWSER_MISSING'])
  expect(answer.error.msg).toContain('生成 PDF')
})

// The program itself stands for a browser: nothing of these gets so far as to start one.
test.for([
  ['/MainPage/examManage', '页面不是报表'],
  ['/v1/scorereport/student/export', '不是页面'],
  ['//evil.example/MainPage/reportDetail/basicAnalysis', '别处'],
  ['https://evil.example/MainPage/reportDetail/basicAnalysis', '别处'],
  [String.raw`/\evil.example/MainPage/reportDetail/basicAnalysis`, '别处'],
  ['javascript:alert(1)', '不是地址'],
  ['/MainPage/reportDetail/../examManage', '绕道'],
  [PAGE, '没有考试'],
  [`${PAGE}?exam_id=abc`, '考试不是编号'],
] as const)('%s is refused: %s', async ([asked]) => {
  const app = await openTestApp('sqlite', { chromiumPath: process.execPath })
  const { director } = await released(app)
  const body = { path: asked.includes('?') || asked === PAGE ? asked : `${asked}?exam_id=1` }
  const answer = await director.send(pagePdf, { body })
  expect([answer.status, answer.error.error]).toEqual([400, 'INPUT_INVALID'])
})

test('an exam of another school, and one that is not released, open nothing', async () => {
  const app = await openTestApp('sqlite', { chromiumPath: process.execPath })
  const { examId } = await released(app)
  const path = `${PAGE}?exam_id=${examId}`
  const stranger = await app.signIn('other-director')
  expect((await stranger.send(pagePdf, { body: { path } })).status).toBe(404)
  const student = await app.signIn('student')
  expect((await student.send(pagePdf, { body: { path } })).error.error).toBe('NOT_ALLOWED')
  const later = await seedTinyExam(app.services, app.school, { name: '下一场' })
  const director = await app.signIn('director')
  const early = await director.send(pagePdf, { body: { path: `${PAGE}?exam_id=${later.examId}` } })
  expect(early.error.error).toBe('SCORE_NOT_RELEASED')
})

everyDatabase('sessions for pages on %s', (kind) => {
  test('a session for pages reads reports, does nothing else, and is gone afterwards', async () => {
    const app = await openTestApp(kind)
    const { examId, director } = await released(app)
    const { data: user } = await director.send(currentUser)
    const { user_role_id: userRoleId } = await app.services.db
      .selectFrom('session')
      .where('user_id', '=', user.user_id)
      .select('user_role_id')
      .executeTakeFirstOrThrow()
    const session = { userId: user.user_id, userRoleId, clientId: null }
    const pages = await openPageSession(app.services, session)
    const headers = { cookie: pages.cookie }
    const query = { exam_id: examId }
    const asPage = app.anonymous
    const read = await asPage.send(reportPaper, { query }, { headers })
    expect(read.status).toBe(200)
    expect((await asPage.send(currentUser, {}, { headers })).data.user_id).toBe(user.user_id)
    const refused = await Promise.all([
      asPage.send(exportOverview, { query }, { headers }),
      asPage.send(jobList, { query: {} }, { headers }),
      asPage.send(pagePdf, { body: { path: `${PAGE}?exam_id=${examId}` } }, { headers }),
    ])
    expect(refused.map(({ error }) => error.error)).toEqual(Array(3).fill('PAGE_SESSION'))
    await pages.discard()
    const late = await asPage.send(reportClassAverages, { query }, { headers })
    expect([late.status, late.error.error]).toEqual([401, 'LOGIN_EXPIRED'])
  })
})

test('such a session ends by itself', async () => {
  const app = await openTestApp()
  const { examId, director } = await released(app)
  const { data: user } = await director.send(currentUser)
  const role = { userId: user.user_id, userRoleId: user.current_role.id, clientId: null }
  const { cookie } = await openPageSession(app.services, role)
  app.advance(2 * 60_000 + 1)
  const late = await app.anonymous.send(
    reportPaper,
    { query: { exam_id: examId } },
    { headers: { cookie } },
  )
  expect(late.status).toBe(401)
})

test.skipIf(CHROMIUM === '')(
  `the page is printed as its reader sees it, and reaches nothing else${MISSING}`,
  async () => {
    const beside = await elsewhere()
    const webDir = await portalThatTries(`
    const tried = async (name, url, options) =>
      name + '=' + (await fetch(url, options).then((r) => r.status, () => 'cut'))
    const query = location.search
    new Image().src = 'http://127.0.0.1:${beside.port}/image'
    try { new WebSocket('ws://127.0.0.1:${beside.port}/') } catch {}
    Promise.all([
      tried('report', '/v1/scorereport/basic/analysis?exam_id=' + new URLSearchParams(query).get('exam_id')),
      tried('file', '/v1/scorereport/basic/export?exam_id=' + new URLSearchParams(query).get('exam_id')),
      tried('jobs', '/v1/job/list'),
      tried('change', '/v1/auth/logout', { method: 'POST' }),
      tried('beside', 'http://127.0.0.1:${beside.port}/', { mode: 'no-cors' }),
      tried('cookie', 'data:,' ).then(() => 'cookie=' + document.cookie.length),
    ]).then((results) => {
      const who = localStorage.getItem('examination_userId')
      document.body.textContent = '打印 ' + new URLSearchParams(query).get('print') + ' 用户' + who + ' ' + results.join(' ')
      document.body.dataset.reportState = 'ready'
    })
  `)
    const app = await openTestApp('sqlite', { chromiumPath: CHROMIUM, webDir })
    const { examId, director } = await released(app)
    expect((await director.send(pagePdfReady)).data).toEqual({ is_ready: true })
    const asked = `${PAGE}?exam_id=${examId}`
    const answer = await director.send(pagePdf, { body: { path: asked } })
    expect(answer.status).toBe(200)
    expect(answer.bytes.subarray(0, 5).toString()).toBe('%PDF-')
    const text = await pdfText(answer.bytes)
    const { data: user } = await director.send(currentUser)
    expect(text).toContain(
      `打印1用户${user.user_id}report=200file=403jobs=403change=cutbeside=cutcookie=0`,
    )
    expect(beside.hits()).toBe(0)
    expect(decodeURIComponent(String(answer.headers['content-disposition']))).toContain(
      `${TINY_EXAM_NAME}_总览_20261120.pdf`,
    )
    const left = await app.services.db
      .selectFrom('session')
      .where('bound_to', 'is not', null)
      .select('id_hash')
      .execute()
    expect(left).toEqual([])
    const { after } = await app.services.db
      .selectFrom('audit')
      .where('action', '=', 'export')
      .select('after')
      .executeTakeFirstOrThrow()
    expect(String(after)).toContain('page_pdf')
  },
)

test.skipIf(CHROMIUM === '')(
  `a page that fails is no file, and one that hangs is given up${MISSING}`,
  async () => {
    const webDir = await portalThatTries(`
    if (location.pathname.includes('basic')) {
      document.body.textContent = '不在您的权限范围内'
      document.body.dataset.reportState = 'failed'
    }
  `)
    const app = await openTestApp('sqlite', { chromiumPath: CHROMIUM, webDir })
    const { examId, director } = await released(app)
    const failed = await director.send(pagePdf, { body: { path: `${PAGE}?exam_id=${examId}` } })
    expect([failed.status, failed.error.error]).toEqual([409, 'PDF_PAGE_FAILED'])
    expect(failed.error.msg).toContain('不在您的权限范围内')
    const hanging = printPage(
      app.app,
      CHROMIUM,
      { path: '/ClassReport', cookie: '', userId: 1 },
      AbortSignal.timeout(3000),
    )
    await expect(hanging).rejects.toThrow('timeout')
  },
)
