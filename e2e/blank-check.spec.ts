import { blankBlockGet, blankBlockList, blockSettingsSet, type ReplyOf } from '@hengjuan/contracts'
import { expect, test } from 'vitest'
import { PICTURES } from './mark-by-key.ts'
import { settle, shoot } from './shots.ts'
import { expectQuiet, useStage } from './stage.ts'

const stage = useStage()
const MATHEMATICS = 2

test('nothing is confirmed as blank that was not on the screen, or whose picture did not come', async () => {
  const { examId } = stage.world.underWay.exam
  const block_id =
    stage.world.underWay.blocks.findLast(({ subjectId }) => subjectId === MATHEMATICS)?.blockId ?? 0
  const admin = await stage.world.signIn('admin')
  // However dark: all that nobody has marked yet.
  await admin.call(blockSettingsSet, {
    body: {
      exam_id: examId,
      subject_id: MATHEMATICS,
      blocks: [{ block_id, blank_check: 1, blank_ink_limit: 0.2 }],
    },
  })
  const waiting = async () =>
    (await admin.call(blankBlockList, { query: { exam_id: examId } })).list.find(
      (row) => row.block_id === block_id,
    )?.waiting ?? 0
  const { list } = await admin.call(blankBlockGet, { query: { block_id } })
  expect(list.length, 'more than fit on the screen').toBeGreaterThan(8)
  const before = await waiting()
  const [lost] = list
  const visitor = await stage.enter('admin', '/', { width: 1024, height: 480 })
  const { page } = visitor
  const hash = lost?.images[0]?.hash ?? ''
  let refused = 0
  await page.route(PICTURES, async (route) => {
    if (!route.request().url().includes(hash)) return route.continue()
    refused++
    return route.fulfill({ status: 500 })
  })
  await page.goto(`/empty-check?exam_id=${examId}&block_id=${block_id}`)
  const papers = page.getByRole('list', { name: '疑似空白卷' })
  const failed = papers.getByRole('button', { name: `密号 ${lost?.secret_code}，暂不确认` })
  await failed.getByText('图像没有加载').waitFor()
  const rest = page.getByRole('button', { name: /^看其余 \d+ 份/ })
  await rest.waitFor()
  await page.getByRole('status').getByText('1 份图像没有加载').waitFor()
  const confirm = page.getByRole('button', { name: /^确认 \d+ 份空白/ })
  // Ten in three rows, of which the window shows one or two.
  for (let press = 0; press < 3 && (await confirm.count()) === 0; press++) {
    const unseen = await rest.innerText()
    await page.keyboard.press('Enter')
    await expect.poll(() => page.getByRole('button').last().innerText()).not.toBe(unseen)
  }
  expect(await waiting()).toBe(before)
  await page.getByRole('button', { name: new RegExp(`^确认 ${list.length - 1} 份空白`) }).waitFor()

  // Asked for anew it comes, and has to be seen as well.
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  expect(refused).toBeGreaterThan(0)
  await page.getByRole('button', { name: '重试' }).click()
  await page.getByRole('button', { name: /^看其余 1 份/ }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: new RegExp(`^确认 ${list.length} 份空白`) }).waitFor()
  await settle(page)
  await shoot(page, '/empty-check', 'all-seen')
  await page.keyboard.press('Enter')
  await expect.poll(waiting).toBe(before - list.length)
  expectQuiet(visitor, /500/)
})

test('pictures that were replaced are found by trying again, and what was found to be written stays', async () => {
  const { exam, blocks } = stage.world.underWay
  const block_id =
    blocks.find(({ subjectId, markMode }) => subjectId === MATHEMATICS && markMode === 0)
      ?.blockId ?? 0
  const admin = await stage.world.signIn('admin')
  await admin.call(blockSettingsSet, {
    body: {
      exam_id: exam.examId,
      subject_id: MATHEMATICS,
      blocks: [{ block_id, blank_check: 1, blank_ink_limit: 0.2 }],
    },
  })
  const { list } = await admin.call(blankBlockGet, { query: { block_id } })
  const [lost, written, other] = list
  if (!lost || !written || !other) throw new Error('more papers than two are to be checked')
  const visitor = await stage.enter('admin', '/')
  const { page } = visitor
  await page.route(PICTURES, (route) =>
    route
      .request()
      .url()
      .includes(lost.images[0]?.hash ?? '')
      ? route.fulfill({ status: 404 })
      : route.continue(),
  )
  await page.goto(`/empty-check?exam_id=${exam.examId}&block_id=${block_id}`)
  const papers = page.getByRole('list', { name: '疑似空白卷' })
  const paperOf = (code: string, state: string) =>
    papers.getByRole('button', { name: `密号 ${code}，${state}` })
  await paperOf(lost.secret_code, '暂不确认').waitFor()
  await paperOf(written.secret_code, '空白').click()
  await paperOf(written.secret_code, '有作答').waitFor()
  // Its sheet is cut anew: the server has another picture of it.
  await page.route(`**${blankBlockGet.path}*`, async (route) => {
    const response = await route.fetch()
    const reply = (await response.json()) as { data: ReplyOf<typeof blankBlockGet> }
    const anew = reply.data.list.map((paper) =>
      paper.unit_id === lost.unit_id
        ? { ...paper, images: other.images, version: other.version }
        : paper,
    )
    await route.fulfill({ response, json: { ...reply, data: { ...reply.data, list: anew } } })
  })
  await page.getByRole('button', { name: '重试' }).click()
  await paperOf(lost.secret_code, '空白').waitFor()
  await paperOf(written.secret_code, '有作答').waitFor()
  expectQuiet(visitor, /404/)
})

test('the sheet stays where it is scrolled to by hand, whatever comes into sight', async () => {
  const { exam, blocks } = stage.world.underWay
  const block_id =
    blocks.find(({ subjectId, markMode }) => subjectId === MATHEMATICS && markMode === 0)
      ?.blockId ?? 0
  const admin = await stage.world.signIn('admin')
  await admin.call(blockSettingsSet, {
    body: {
      exam_id: exam.examId,
      subject_id: MATHEMATICS,
      blocks: [{ block_id, blank_check: 1, blank_ink_limit: 0.2 }],
    },
  })
  const address = `/empty-check?exam_id=${exam.examId}&block_id=${block_id}`
  const visitor = await stage.enter('admin', address, { width: 1024, height: 480 })
  const { page } = visitor
  const papers = page.getByRole('list', { name: '疑似空白卷' })
  const rest = page.getByRole('button', { name: /^看其余 \d+ 份/ })
  await rest.waitFor()
  await settle(page)
  const unseen = await rest.innerText()
  await papers.hover()
  await page.mouse.wheel(0, 10_000)
  // What comes into sight is counted, and the sheet drawn anew.
  await expect.poll(() => page.getByRole('button').last().innerText()).not.toBe(unseen)
  await settle(page)
  const left = await papers.evaluate(
    (list) => list.scrollHeight - list.clientHeight - list.scrollTop,
  )
  expect(left).toBeLessThan(2)
  // The keys bring back the paper that they are on.
  await page.keyboard.press('ArrowRight')
  const second = papers.getByRole('button').nth(1)
  await expect.poll(async () => (await second.boundingBox())?.y ?? 0).toBeGreaterThanOrEqual(0)
  expectQuiet(visitor)
})
