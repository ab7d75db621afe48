import {
  readerPapers,
  readerScores,
  type ReplyOf,
  secondReaderRegister,
  secondReaderSwitch,
} from '@hengjuan/contracts'
import { beforeAll, expect, test } from 'vitest'
import { codeNow, painted, pressForNext, typeScore } from './mark-by-key.ts'
import { shoot, tooWide } from './shots.ts'
import { expectQuiet, useStage } from './stage.ts'

const stage = useStage()
const MATHEMATICS = 2
const GIVEN = 2

type Papers = ReplyOf<typeof readerPapers>

/** The program itself: it knows its token and the addresses of its calls, nothing else. */
async function readAll(token: string, blockId: number, points: number | readonly number[]) {
  const call = async <T>(path: string, body?: object): Promise<T> => {
    const answer = await fetch(`${stage.world.address}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        authorization: `Bearer ${token}`,
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const { msg, data } = (await answer.json()) as { msg: string; data: T }
    if (!answer.ok) throw new Error(msg)
    return data
  }
  const { list } = await call<Papers>(`${readerPapers.path}?block_id=${blockId}&limit=100`)
  const [first] = list
  const image = await fetch(`${stage.world.address}${first?.images[0]?.url}`)
  const items = list.map(({ code, picture }, nth) => ({
    code,
    picture,
    scores: typeof points === 'number' ? [points * 1000] : points.map((one) => one * 1000),
    confidence: 60 + (nth % 40),
    reason: '第二步算式抄错',
  }))
  await call(readerScores.path, { block_id: blockId, idem_key: `e2e-${blockId}-batch`, items })
  return { papers: list.length, imageType: image.headers.get('content-type') }
}

const blockOf = (exam: 'almostDone' | 'underWay') => {
  const found = stage.world[exam].blocks.find(
    ({ subjectId, markMode, points }) =>
      subjectId === MATHEMATICS && markMode === 0 && points.length === 1,
  )
  if (!found) throw new Error('a block of mathematics is read once')
  return found.blockId
}

let almostRead = 0

/** In the exam that is almost done a program has read everything. */
beforeAll(async () => {
  const admin = await stage.world.signIn('admin')
  const exam_id = stage.world.almostDone.exam.examId
  const label = { name: '数学评阅', version: '2.3', maker: '教研中心', purpose: '与教师给分对照' }
  const { token, reader_id } = await admin.call(secondReaderRegister, {
    body: { exam_id, ...label },
  })
  const block_ids = [blockOf('almostDone')]
  await admin.call(secondReaderSwitch, { body: { exam_id, block_ids, reader_id } })
  almostRead = (await readAll(token, blockOf('almostDone'), GIVEN)).papers
})

test('a program is registered, let in, reads a block, and its score is told only after handing in', async () => {
  const blockId = blockOf('underWay')
  const office = await stage.enter('admin', `/benchmark?block_id=${blockId}&tab=second_reader`)
  const { page } = office
  await page.getByText('还没有对照评分').waitFor()
  await shoot(page, '/benchmark', 'second-reader-off')
  await page.getByRole('button', { name: '管理评阅程序…' }).click()
  const readers = page.getByRole('dialog', { name: '评阅程序' })
  await readers.getByRole('button', { name: '登记评阅程序…' }).click()
  for (const [field, text] of [
    ['名称', '解答题评阅'],
    ['版本', '1.0'],
    ['制作单位', '市教研院'],
    ['用途', '与阅卷教师的给分对照，找出需要抽查的试卷'],
  ] as const)
    await readers.getByRole('textbox', { name: field }).fill(text)
  await readers.getByRole('button', { name: '登记并取得令牌' }).click()
  const token = (await page.getByTestId('reader-token').textContent()) ?? ''
  expect(token).toMatch(/^hjr_/)
  // What was copied can be pasted, also on a page that came by plain HTTP.
  await readers.getByRole('button', { name: '复制令牌' }).click()
  await page.getByText('令牌已复制').waitFor()
  await shoot(page, '/benchmark', 'second-reader-token')
  await readers.getByRole('button', { name: '关闭' }).last().click()
  await readers.waitFor({ state: 'hidden' })
  await page.evaluate(() => {
    const field = document.createElement('textarea')
    field.ariaLabel = '粘贴处'
    document.body.append(field)
  })
  const pasted = page.getByLabel('粘贴处')
  await pasted.press('Control+v')
  expect(await pasted.inputValue()).toBe(token)
  await pasted.evaluate((field) => field.remove())

  // It is let in only after what it will see was said.
  await expect(readAll(token, blockId, GIVEN)).rejects.toThrow('没有对这个评阅程序开启对照评分')
  await page.getByLabel('本题块的评阅程序').selectOption({ label: '解答题评阅 1.0（市教研院）' })
  const asked = page.getByRole('dialog', { name: '开启对照评分' })
  await asked.getByText(/将可以取得 1 个题块的作答图像/).waitFor()
  await shoot(page, '/benchmark', 'second-reader-ask')
  await asked.getByRole('button', { name: '开启' }).click()
  await page.getByText('已对 1 个题块开启对照评分').waitFor()
  const read = await readAll(token, blockId, GIVEN)
  expect(read.papers).toBeGreaterThan(0)
  expect(read.imageType).toMatch(/^image\//)

  const desk = await stage.enter('marker1', `/marking?block_id=${blockId}`)
  await painted(desk.page)
  await desk.page.getByText('AI 对照', { exact: true }).waitFor()
  expect(await desk.page.getByText('AI 参考').count()).toBe(0)
  const code = (await codeNow(desk.page))?.replace('密号 ', '') ?? ''
  await typeScore(desk.page, 1)
  await pressForNext(desk.page, 'Enter')
  const tray = desk.page.getByRole('status', { name: 'AI 参考' })
  await tray.getByText(`AI 参考 ${GIVEN} 分，您给了 1 分`).waitFor()
  // It speaks of the paper before, not of the one on the desk.
  await tray.getByText(code).waitFor()
  expect(await codeNow(desk.page)).not.toContain(code)
  await shoot(desk.page, '/marking', 'second-reader-after')
  expect(await tooWide(desk.page)).toEqual([])
  // It goes by itself; whoever does not want to know at all is not told any more.
  await tray.waitFor({ state: 'hidden' })
  await typeScore(desk.page, 1)
  await pressForNext(desk.page, 'Enter')
  await tray.getByRole('button', { name: '不再显示' }).click()
  await tray.waitFor({ state: 'hidden' })
  const asks: string[] = []
  desk.page.on('request', (request) => {
    if (request.url().includes('/second_reader/')) asks.push(request.url())
  })
  await typeScore(desk.page, 1)
  await pressForNext(desk.page, 'Enter')
  await desk.page.getByText('已保存').waitFor()
  await desk.page.waitForTimeout(1000)
  expect([await tray.count(), asks]).toEqual([0, []])
  await desk.page.getByRole('button', { name: '更多' }).click()
  await desk.page.getByText('提交后显示 AI 参考').click()
  // What was chosen is kept on this browser.
  await desk.page.reload()
  await painted(desk.page)
  await typeScore(desk.page, 1)
  await pressForNext(desk.page, 'Enter')
  await tray.waitFor()

  // Switched off, nothing more of it is shown anywhere.
  await page.getByLabel('本题块的评阅程序').selectOption({ label: '关闭' })
  await page.getByText('已关闭 1 个题块的对照评分，已有的记录保留').waitFor()
  await expect(readAll(token, blockId, GIVEN)).rejects.toThrow('没有对这个评阅程序开启对照评分')
  expectQuiet(desk)
  expectQuiet(office)
})

test('a leader sees how the program agrees, and checks what it disagrees on without knowing either score', async () => {
  const blockId = blockOf('almostDone')
  const visitor = await stage.enter('leader', `/benchmark?block_id=${blockId}&tab=second_reader`)
  const { page } = visitor
  await page.getByText('与终评分的一致情况').waitFor()
  await page.getByText(`${almostRead} /`).waitFor()
  await page
    .getByRole('grid', { name: '与终评分的分歧' })
    .getByText('第二步算式抄错')
    .first()
    .waitFor()
  await page.getByRole('grid', { name: '提交记录' }).getByText('数学评阅 2.3').waitFor()
  expect(await page.getByRole('button', { name: '管理评阅程序…' }).count()).toBe(0)
  expect(await tooWide(page)).toEqual([])
  await shoot(page, '/benchmark', 'second-reader-panel')
  await page.getByRole('link', { name: '去抽查' }).click()
  await page.getByTestId('spot-desk').waitFor()
  expect(await page.getByRole('radio', { name: 'AI 分歧' }).isChecked()).toBe(true)
  await page.getByTestId('spot-given').filter({ hasText: '？' }).waitFor()
  expect(await page.getByTestId('spot-second-reader').count()).toBe(0)
  await shoot(page, '/spot-check', 'second-reader-blind')
  await painted(page)
  await page.keyboard.type('1')
  await page.keyboard.press('Enter')
  await page
    .getByTestId('spot-second-reader')
    .filter({ hasText: String(GIVEN) })
    .waitFor()
  const marked = Number(await page.getByTestId('spot-given').textContent())
  expect(Math.abs(marked - GIVEN)).toBeGreaterThan(0)
  await shoot(page, '/spot-check', 'second-reader-shown')
  expectQuiet(visitor)
})

test('a program that gives points is told of by point', async () => {
  const exam_id = stage.world.underWay.exam.examId
  const block = stage.world.underWay.blocks.find(
    ({ subjectId, points }) => subjectId === MATHEMATICS && points.length >= 4,
  )
  if (!block) throw new Error('the fill-blanks are one block of four points')
  const admin = await stage.world.signIn('admin')
  const label = { name: '填空评阅', version: '1.1', maker: '教研中心', purpose: '与教师给分对照' }
  const { token, reader_id } = await admin.call(secondReaderRegister, {
    body: { exam_id, ...label },
  })
  const block_ids = [block.blockId]
  await admin.call(secondReaderSwitch, { body: { exam_id, block_ids, reader_id } })
  await readAll(token, block.blockId, [5, 0, 5, 3])
  const visitor = await stage.enter('marker1', `/marking?block_id=${block.blockId}`)
  const { page } = visitor
  await painted(page)
  for (const key of ['5', '0', '2', '3']) await page.keyboard.press(key)
  await pressForNext(page, 'Enter')
  const tray = page.getByRole('status', { name: 'AI 参考' })
  await tray.getByText('AI 参考 13 分，您给了 10 分').waitFor()
  const rows = tray.getByRole('table', { name: '各给分点的 AI 参考' }).getByRole('row')
  expect(await rows.count()).toBe(4)
  expect(await rows.nth(2).innerText()).toMatch(/≠\s*第15题\s+AI 5\s+您 2/)
  expect(await rows.nth(3).innerText()).not.toContain('≠')
  await shoot(page, '/marking', 'second-reader-points')
  expectQuiet(visitor)
})
