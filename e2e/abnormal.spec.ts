import {
  abnormalBlocks,
  abnormalSheets,
  abnormalStatistics,
  leaderDecide,
  leaderList,
  markNext,
  markSubmit,
} from '@hengjuan/contracts'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { ulid } from 'ulid'
import { expect, test } from 'vitest'
import { settle, shoot, tooWide } from './shots.ts'
import { expectQuiet, useStage } from './stage.ts'

const stage = useStage()
const MATHEMATICS = 2
const SUMMARY = '/MainPage/error-home/error-summary'
const HANDLE = '/MainPage/error-home/error-handle'

/** A marker cannot read an answer, and the leader sends it back to cutting. */
async function sendBack() {
  const block = stage.world.underWay.blocks.find(({ subjectId }) => subjectId === MATHEMATICS)
  if (!block) throw new Error('mathematics has blocks')
  const marker = await stage.world.signIn('marker1')
  const { tasks } = await marker.call(markNext, { query: { block_id: block.blockId, n: 1 } })
  const [task] = tasks
  if (!task) throw new Error('a paper waits')
  await marker.call(markSubmit, {
    body: {
      block_id: block.blockId,
      reading_id: task.reading_id,
      idem_key: ulid(),
      problem: { reason: 'unclear_image', note: '右边切掉了一截' },
    },
  })
  const leader = await stage.world.signIn('leader')
  const { list } = await leader.call(leaderList, { query: { mode: 'problem' } })
  const problem = list.find(({ secret_code }) => secret_code === task.secret_code)
  await leader.call(leaderDecide, {
    body: {
      mode: 'problem',
      unit_id: problem?.unit_id ?? 0,
      idem_key: ulid(),
      outcome: 'to_image',
    },
  })
  return block
}

/** Draws a frame, in shares of the window in which the page is seen. */
async function draw(page: Page, from: [number, number], to: [number, number]): Promise<void> {
  const box = await page.getByTestId('page-viewer').boundingBox()
  if (!box) throw new Error('the page of the sheet is shown')
  const at = ([x, y]: [number, number]) => [box.x + box.width * x, box.y + box.height * y] as const
  await page.mouse.move(...at(from))
  await page.mouse.down()
  await page.mouse.move(...at(to), { steps: 6 })
  await page.mouse.up()
}

const photo = (): Promise<Buffer> =>
  sharp({ create: { width: 900, height: 300, channels: 3, background: '#e8e4d8' } })
    .png()
    .toBuffer()

test('a paper sent back to cutting is cut again by hand, given a photo, taken back and sent on', async () => {
  const block = await sendBack()
  const at = { exam_id: stage.world.underWay.exam.examId, subject_id: MATHEMATICS }
  const operator = await stage.world.signIn('operator')
  const [waiting] = (await operator.call(abnormalSheets, { query: at })).list
  if (!waiting) throw new Error('the paper waits')
  const { candidate_id } = waiting
  const partNow = async () =>
    (await operator.call(abnormalBlocks, { query: { ...at, candidate_id } })).blocks.find(
      ({ block_id }) => block_id === block.blockId,
    )?.parts[0]

  const visitor = await stage.enter('operator', SUMMARY)
  const { page } = visitor
  const row = page.getByRole('grid', { name: '退回切图的试卷' }).getByRole('row')
  await row.filter({ hasText: '数学' }).waitFor()
  await settle(page)
  expect(await tooWide(page)).toEqual([])
  await shoot(page, SUMMARY, 'sent-back')
  await page.setViewportSize({ width: 1440, height: 900 })
  await row.filter({ hasText: '数学' }).click()
  await page.waitForURL(/error-handle/)
  await page.getByRole('button', { name: new RegExp(waiting.exam_no) }).click()
  await page.getByText('右边切掉了一截').first().waitFor()
  await page.getByRole('img', { name: '答题卡页面' }).waitFor()
  await settle(page)
  expect(await tooWide(page)).toEqual([])
  await shoot(page, HANDLE, 'paper')
  await page.setViewportSize({ width: 1440, height: 900 })

  // What is there already is no new cut; what is drawn is.
  const before = await partNow()
  await draw(page, [0.3, 0.4], [0.7, 0.6])
  await shoot(page, HANDLE, 'drawn')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: `切割 ${block.name}` }).click()
  await page.getByText(/手工切割 · /).waitFor()
  const cut = await partNow()
  expect(cut?.place?.box).not.toEqual(before?.place?.box)
  expect(cut?.url?.split('&')[0]).not.toBe(before?.url?.split('&')[0])

  await page
    .getByLabel('题块图像')
    .setInputFiles({ name: '手机拍照.png', mimeType: 'image/png', buffer: await photo() })
  await page.getByText(/上传的图像 · /).waitFor()
  expect((await partNow())?.place).toBeNull()
  await page.getByText('换图待送阅').click()
  const listed = page.getByRole('grid', { name: '换图待送阅的题块' })
  await listed.getByText(waiting.exam_no).waitFor()
  await settle(page)
  expect(await tooWide(page)).toEqual([])
  await shoot(page, HANDLE, 'replaced')
  await page.setViewportSize({ width: 1440, height: 900 })
  await listed.getByText(waiting.exam_no).click()
  await page.getByRole('button', { name: '撤销更换' }).click()
  await page.getByText(/手工切割 · /).waitFor()
  expect((await partNow())?.place?.box).toEqual(cut?.place?.box)

  // A file that is no picture is refused in words, and changes nothing.
  await page
    .getByLabel('题块图像')
    .setInputFiles({ name: '说明.png', mimeType: 'image/png', buffer: Buffer.from('文字') })
  await page.getByText(/图像无法打开/).waitFor()

  await page.getByRole('button', { name: '更多' }).click()
  await page.getByRole('menuitem', { name: '标为特殊试卷…' }).click()
  await page.getByLabel('特殊的原因').fill('右边超出扫描范围')
  await page.getByRole('button', { name: '标为特殊试卷' }).click()
  await page.getByText('特殊：右边超出扫描范围').waitFor()
  await shoot(page, HANDLE, 'special')
  await page.setViewportSize({ width: 1440, height: 900 })

  await page.getByRole('button', { name: '送阅 1 个题块' }).click()
  await page.getByText('没有等待处理的试卷').waitFor()
  const stats = await operator.call(abnormalStatistics, { query: at })
  expect([stats.open_blocks, stats.people[0]?.crops, stats.people[0]?.sent]).toEqual([0, 1, 1])
  await page.getByText('统计', { exact: true }).click()
  await page.getByText('每人的处理数').or(page.getByText('手工切割')).first().waitFor()
  await settle(page)
  expect(await tooWide(page)).toEqual([])
  await shoot(page, HANDLE, 'stats')
  await page.setViewportSize({ width: 1440, height: 900 })

  // What was sent on waits again once all is taken back.
  await page.getByText('已处理', { exact: true }).click()
  await page.getByRole('button', { name: new RegExp(waiting.exam_no) }).click()
  await page.getByRole('button', { name: '更多' }).click()
  await page.getByRole('menuitem', { name: '撤销全部处理…' }).click()
  await page.getByRole('button', { name: '撤销 2 次处理' }).click()
  await page.getByText('已撤销 2 次处理').waitFor()
  expect((await operator.call(abnormalSheets, { query: at })).total).toBe(1)
  expect(await partNow()).toMatchObject({ place: before?.place, replaced_by: null })
  // The browser notes the refusal of the file.
  expectQuiet(visitor, /status of 422/)
})

test('any paper can be sent back from the page, and what was marked by mistake is taken back', async () => {
  const at = { exam_id: stage.world.underWay.exam.examId, subject_id: MATHEMATICS }
  const operator = await stage.world.signIn('operator')
  const { page } = await stage.enter(
    'operator',
    `${HANDLE}?exam_id=${at.exam_id}&subject_id=${at.subject_id}`,
  )
  const waiting = await operator.call(abnormalSheets, { query: at })
  const before = waiting.total
  // Which paper was sent back before is a matter of chance; it would not be one more.
  const isWaiting = new Set(waiting.list.map(({ exam_no }) => exam_no))
  const candidate = stage.world.underWay.exam.candidates
    .slice(3)
    .find(({ examNo }) => !isWaiting.has(examNo))
  if (!candidate) throw new Error('the exam has candidates')
  await page.getByRole('button', { name: '退回试卷' }).click()
  await page.getByLabel('查找考生').fill(candidate.examNo)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: new RegExp(candidate.examNo) })
    .click()
  await page.getByRole('button', { name: '更多' }).click()
  await page.getByRole('menuitem', { name: '退回其他题块…' }).click()
  await page.getByRole('checkbox').first().check({ force: true })
  await page.getByLabel('说明').fill('切到了下一题')
  await shoot(page, HANDLE, 'send-back')
  await page.getByRole('button', { name: '退回题块' }).click()
  await page.getByText('1 个题块已退回切图').waitFor()
  const after = await operator.call(abnormalSheets, { query: { ...at, keyword: candidate.examNo } })
  expect(after.list.map(({ exam_no }) => exam_no)).toEqual([candidate.examNo])
  expect((await operator.call(abnormalSheets, { query: at })).total).toBe(before + 1)

  // A slip of the hand is taken back from the message that tells of it.
  await page.getByRole('button', { name: '标为空白' }).click()
  await expect
    .poll(async () => (await operator.call(abnormalSheets, { query: at })).total)
    .toBe(before)
  await page.getByText('已标为空白，等待空白确认').waitFor()
  await page.getByRole('button', { name: '撤销', exact: true }).first().click()
  await expect
    .poll(async () => (await operator.call(abnormalSheets, { query: at })).total)
    .toBe(before + 1)
})
