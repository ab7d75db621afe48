import {
  identicalExport,
  identicalVerdict,
  ledBlocks,
  markNext,
  markSubmit,
} from '@hengjuan/contracts'
import { expect, test } from 'vitest'
import { settle, shoot, SIZES, tooWide } from './shots.ts'
import { expectQuiet, useStage } from './stage.ts'

const stage = useStage()
const MATHEMATICS = 2

test('a leader compares two papers side by side, moves both at once, and decides about them', async () => {
  const { blocks } = stage.world.underWay
  const block = blocks.findLast(({ subjectId }) => subjectId === MATHEMATICS)
  if (!block) throw new Error('mathematics is being marked')
  const on = { block_id: block.blockId }
  const marker = await stage.world.signIn('marker1')
  const { tasks } = await marker.call(markNext, { query: { ...on, n: 2 } })
  const [one, other] = tasks
  await marker.call(markSubmit, {
    body: {
      ...on,
      reading_id: one?.reading_id ?? 0,
      idem_key: 'two-papers-look-alike',
      problem: {
        reason: 'identical',
        note: '第二问的错法一样',
        pair_code: other?.secret_code ?? '',
      },
    },
  })

  const visitor = await stage.enter(
    'leader',
    `/MainPage/markPaper/markPage/arbitration-marking?mode=problem&block_id=${block.blockId}`,
  )
  const { page } = visitor
  await page.getByRole('link', { name: '并排比较' }).click()
  const sides = ['甲卷', '乙卷'].map((name) => page.getByLabel(name, { exact: true }))
  for (const side of sides) await side.locator('canvas').waitFor()
  for (const side of sides)
    await side.getByText('还没有人给分').or(side.getByText('评')).first().waitFor()
  await settle(page)
  for (const size of SIZES) {
    await page.setViewportSize(size)
    expect(await tooWide(page)).toEqual([])
  }
  await shoot(page, '/identical-papers', 'pair')

  // What is enlarged on one side is enlarged on the other.
  const layers = sides.map((side) => side.locator('canvas').locator('xpath=../..'))
  const views = () => Promise.all(layers.map((layer) => layer.getAttribute('style')))
  const [before] = await views()
  await sides[0]?.locator('canvas').hover()
  await page.mouse.wheel(0, -400)
  await expect.poll(async () => (await views())[0]).not.toBe(before)
  await expect.poll(async () => new Set(await views()).size).toBe(1)

  // Misconduct and 不是雷同 say why; the first is asked twice.
  const verdict = page.getByLabel('处理', { exact: true })
  const misconduct = verdict.getByRole('button', { name: '两份都按违纪处理' })
  expect(await misconduct.isDisabled()).toBe(true)
  await misconduct.hover()
  await page.getByText('请先写明原因，处理记录和雷同卷报告中会保留').first().waitFor()
  await verdict.getByLabel('原因').fill('整段文字与错法相同')
  await misconduct.click()
  await page.getByRole('button', { name: '2 份按违纪处理' }).click()
  await verdict.getByText('雷同，两份都按违纪处理').waitFor()
  for (const side of sides) await side.getByText('违纪').waitFor()
  await settle(page)
  await shoot(page, '/identical-papers', 'decided')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: '导出雷同卷报告' }).click()
  expect((await download).suggestedFilename()).toContain('雷同卷')
  expectQuiet(visitor)
})

test('whoever turns to another pair while a decision is under way stays there, and hears what became of it', async () => {
  const { blocks } = stage.world.underWay
  const block = blocks.find(({ subjectId }) => subjectId === MATHEMATICS)
  if (!block) throw new Error('mathematics is being marked')
  const on = { block_id: block.blockId }
  const marker = await stage.world.signIn('marker1')
  const { tasks } = await marker.call(markNext, { query: { ...on, n: 6 } })
  for (const at of [0, 2, 4])
    await marker.call(markSubmit, {
      body: {
        ...on,
        reading_id: tasks[at]?.reading_id ?? 0,
        idem_key: `look-alike-${at}`,
        problem: { reason: 'identical', note: '', pair_code: tasks[at + 1]?.secret_code ?? '' },
      },
    })
  const { page } = await stage.enter('leader', `/identical-papers?block_id=${block.blockId}`)
  const pairs = page.getByLabel('雷同的试卷').getByRole('button')
  const left = page.getByLabel('甲卷', { exact: true }).locator('code')
  const codesOf = async (at: number) => (await pairs.nth(at).locator('code').innerText()).trim()
  await pairs.nth(2).waitFor()
  const [first, third] = [await codesOf(0), await codesOf(2)]
  const turnTo = async (codes: string) => {
    await pairs.filter({ hasText: codes }).click()
    await left.filter({ hasText: codes.split(' / ')[0] ?? '' }).waitFor()
  }
  const keep = page.getByRole('button', { name: '雷同，保留给分' })
  let isRefused = true
  let { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  await page.route(
    ({ pathname }) => pathname === identicalVerdict.path,
    async (route) => {
      await answered
      if (isRefused)
        await route.fulfill({
          status: 500,
          contentType: 'application/json',
          body: JSON.stringify({ error: 'INTERNAL', msg: '服务器出现意外错误，请稍后重试' }),
        })
      else await route.continue()
    },
  )
  for (const sentence of [
    `密号 ${first} 的处理没有保存：服务器出现意外错误，请稍后重试`,
    '已处理：雷同，保留给分',
  ]) {
    await turnTo(first)
    await keep.click()
    await turnTo(third)
    answer()
    await page.getByText(sentence).waitFor()
    await settle(page)
    expect(await left.innerText()).toBe(third.split(' / ')[0])
    ;({ promise: answered, resolve: answer } = Promise.withResolvers<void>())
    isRefused = false
  }
})

test('the page says what it is while it reads and where that fails', async () => {
  const { page } = await stage.enter('leader', '/MainPage/homePage')
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  const isBlocks = ({ pathname }: URL) => pathname === ledBlocks.path
  await page.route(isBlocks, async (route) => {
    await answered
    await route.fulfill({
      status: 500,
      contentType: 'application/json',
      body: JSON.stringify({ error: 'INTERNAL', msg: '服务器出现意外错误，请稍后重试' }),
    })
  })
  await page.goto('/identical-papers')
  const title = page.getByRole('heading', { name: '雷同卷', exact: true })
  await title.waitFor()
  await page.getByText('正在读取', { exact: true }).waitFor()
  answer()
  await page.getByRole('alert').getByText('服务器出现意外错误').waitFor()
  expect(await title.count()).toBe(1)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.getByRole('button', { name: '重试' }).click()
  await page.getByLabel('题块', { exact: true }).waitFor()

  // A refusal would be the same again: nobody is asked to try.
  const refusal = '没有可以导出的内容：没有被指为雷同的试卷'
  await page.route(
    ({ pathname }) => pathname === identicalExport.path,
    (route) =>
      route.fulfill({
        status: 409,
        contentType: 'application/json',
        body: JSON.stringify({ error: 'EXPORT_EMPTY', msg: refusal }),
      }),
  )
  await page.getByRole('button', { name: '导出雷同卷报告' }).click()
  await page.getByText(refusal).waitFor()
  expect(await page.getByRole('button', { name: '再试一次' }).count()).toBe(0)
})
