import {
  benchmarkScripts,
  type blankBlockGet,
  blankBlockList,
  type ReplyOf,
  spotCheckList,
} from '@hengjuan/contracts'
import { expect, test } from 'vitest'
import { comeBack } from './come-back.ts'
import { looked, painted, PICTURES } from './mark-by-key.ts'
import { settle, shoot, tooWide } from './shots.ts'
import { expectQuiet, useStage } from './stage.ts'

const stage = useStage()

test('a leader checks readings by keyboard: agrees, corrects, and sends one back with a word', async () => {
  const { examId } = stage.world.almostDone.exam
  // Of a paper that is read twice, what the checker has decided on cannot be sent back as the other reading.
  const block = stage.world.almostDone.blocks.find(
    ({ subjectId, markMode }) => subjectId === 2 && markMode === 0,
  )
  const visitor = await stage.enter(
    'leader',
    `/spot-check?exam_id=${examId}&block_id=${block?.blockId}&percent=100`,
  )
  const { page } = visitor
  const leader = await stage.world.signIn('leader')
  const checked = async () => {
    const { list } = await leader.call(spotCheckList, { query: { exam_id: examId } })
    return list.map((row) => [row.is_rejected, row.is_marked, row.comment] as const)
  }
  await page.getByTestId('spot-desk').waitFor()
  const reading = () => page.locator('[data-reading]').getAttribute('data-reading')
  /** A verdict is sent; the next paper is there when it shows and can be spoken about. */
  const nextAfter = async (last: string | null) => {
    await expect.poll(reading).not.toBe(last)
    await page.getByRole('textbox', { name: '意见' }).and(page.locator(':enabled')).waitFor()
    await painted(page)
  }
  const first = await reading()
  await painted(page)
  await page.keyboard.press('Enter')
  await nextAfter(first)
  await expect.poll(checked).toHaveLength(1)

  const second = await reading()
  const given = Number(await page.getByTestId('spot-given').textContent())
  // The score that the marker gave changes nothing, and the button says so.
  await page.keyboard.type(String(given))
  await page.getByRole('button', { name: /^合格/ }).waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.type(String(given === 0 ? 1 : given - 1))
  await page.getByRole('button', { name: /^改分/ }).waitFor()
  await page.keyboard.press('Enter')
  await nextAfter(second)
  await expect.poll(checked).toHaveLength(2)

  // Without a word nothing is sent back.
  const third = await reading()
  await page.keyboard.press('Control+Backspace')
  await page.getByText('打回重评请写明原因').waitFor()
  await page.getByRole('textbox', { name: '意见' }).fill('第二问漏看')
  await page.keyboard.press('Control+Backspace')
  await expect.poll(checked).toEqual([
    [1, 0, '第二问漏看'],
    [0, 1, ''],
    [0, 0, ''],
  ])
  await nextAfter(third)
  // A wrong press is noticed behind it.
  await page.getByRole('button', { name: '撤销打回' }).click()
  await page.getByText(/^上一份 .*：打回已撤销，恢复打回前的给分和状态$/).waitFor()
  expect(await page.getByRole('button', { name: '撤销打回' }).count()).toBe(0)

  // A score and a word together correct the paper, and count as sent back.
  const other = Number(await page.getByTestId('spot-given').textContent())
  await page.getByRole('textbox', { name: '我给的分数' }).fill(String(other === 0 ? 1 : other - 1))
  await page.getByRole('textbox', { name: '意见' }).fill('第一问算错，应扣 1 分')
  await page.getByRole('button', { name: /^打回并改分/ }).waitFor()
  await page.keyboard.press('Control+Backspace')
  await expect.poll(async () => (await checked())[0]).toEqual([1, 1, '第一问算错，应扣 1 分'])
  await page.getByText('记录').click()
  const records = page.getByRole('grid', { name: '抽查记录' })
  await records.getByText('已撤销').waitFor()
  await expect.poll(() => records.locator('[data-index]').count()).toBe(4)

  // How many came to what leads to those that did, and each of them to its paper.
  await page.getByRole('radio', { name: /^改分/ }).click()
  await expect.poll(() => records.locator('[data-index]').count()).toBe(1)
  await settle(page)
  await shoot(page, '/spot-check', 'records-corrected')
  await page.getByRole('radio', { name: /^打回重评/ }).click()
  await records.getByText('第二问漏看').click()
  const paper = page.getByRole('dialog', { name: /的评阅$/ })
  await paper.getByRole('region', { name: '评阅情况' }).waitFor()
  await paper.getByText('第二问漏看').first().waitFor()
  await settle(page)
  await shoot(page, '/spot-check', 'record-paper')
  await page.keyboard.press('Escape')
  await paper.waitFor({ state: 'detached' })
  expect(new URL(page.url()).searchParams.get('result')).toBe('rejected')
  expectQuiet(visitor)
})

test('more checks than fit on a page are seen page by page, the newest first', async () => {
  const { examId } = stage.world.almostDone.exam
  const visitor = await stage.enter('leader', `/spot-check?exam_id=${examId}&tab=record&page=9`)
  const { page } = visitor
  const asked: (string | null)[] = []
  await page.getByText('没有更早的抽查').waitFor()
  // As many as nobody makes in a test: of these the server has only the newest.
  await page.route(/\/spot\/check\/list\?/, async (route) => {
    const reply = await route.fetch()
    const body = (await reply.json()) as { data: object }
    asked.push(new URL(route.request().url()).searchParams.get('page'))
    await route.fulfill({ response: reply, json: { ...body, data: { ...body.data, total: 1203 } } })
  })
  await page.getByRole('button', { name: '查看最新的抽查' }).click()
  await page.getByText('第 1–500 次，新的在前，共 1203 次').waitFor()
  expect(await page.getByRole('button', { name: '较新的' }).isDisabled()).toBe(true)
  await settle(page)
  await shoot(page, '/spot-check', 'records-paged')
  await page.getByRole('button', { name: '较早的' }).click()
  await page.getByText('第 501–1000 次').waitFor()
  await page.getByRole('button', { name: '较早的' }).click()
  await page.getByText('第 1001–1203 次').waitFor()
  expect(await page.getByRole('button', { name: '较早的' }).isDisabled()).toBe(true)
  expect(asked).toEqual(['1', '2', '3'])
  // Another result begins at its newest.
  await page.getByRole('radio', { name: /^改分/ }).click()
  await page.getByText('第 1–500 次').waitFor()
  expectQuiet(visitor)
})

test('a blind check shows what the marker gave only after the checker saw the paper and gave a score', async () => {
  const { examId } = stage.world.almostDone.exam
  const visitor = await stage.enter('leader', '/')
  const { page } = visitor
  const pictures = Promise.withResolvers<void>()
  await page.route(PICTURES, async (route) => {
    await pictures.promise
    await route.continue()
  })
  await page.goto(`/spot-check?exam_id=${examId}`)
  await page.getByTestId('spot-desk').waitFor()
  await page.getByText('盲查：先给分再看教师给分').click()
  await page.getByTestId('spot-given').filter({ hasText: '？' }).waitFor()
  await looked(page)
  await page.keyboard.type('1')
  await page.keyboard.press('Enter')
  const unseen = page.getByText('图像还没有显示，看到试卷后再下结论')
  await unseen.waitFor()
  expect(await page.getByTestId('spot-given').innerText()).toBe('？')
  await shoot(page, '/spot-check', 'not-painted')
  // What was typed stays, and the hint goes once the paper is there.
  pictures.resolve()
  await painted(page)
  await unseen.waitFor({ state: 'detached' })
  expect(await page.getByLabel('我给的分数').inputValue()).toBe('1')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.keyboard.press('Escape')
  await page.keyboard.press('Enter')
  await page.getByText('盲查：请先给出您的分数').waitFor()
  await page.keyboard.type('1')
  await page.keyboard.press('Enter')
  await page.getByTestId('spot-given').filter({ hasText: /^\d/ }).waitFor()
  expectQuiet(visitor)
})

test('blank answers are confirmed on one sheet, what is written on is left out, and it can be undone', async () => {
  const { examId } = stage.world.almostDone.exam
  const admin = await stage.world.signIn('admin')
  const blocks = async () => (await admin.call(blankBlockList, { query: { exam_id: examId } })).list
  const most = (await blocks()).toSorted((a, b) => b.waiting - a.waiting)[0]
  expect(most?.waiting, 'the prepared exam has blank answers').toBeGreaterThan(0)
  const visitor = await stage.enter(
    'admin',
    `/empty-check?exam_id=${examId}&block_id=${most?.block_id}`,
  )
  const { page } = visitor
  const papers = page.getByRole('list', { name: '疑似空白卷' }).getByRole('button')
  await papers.first().waitFor()
  await expect.poll(() => papers.count()).toBe(most?.waiting)
  await page.keyboard.press('Space')
  await page
    .getByRole('button', { name: /有作答/ })
    .first()
    .waitFor()
  // While others go on, what was found written on stays so: it would be confirmed as blank.
  await page.route(/blank_block\/get/, async (route) => {
    const reply = await route.fetch()
    const body = (await reply.json()) as { data: ReplyOf<typeof blankBlockGet> }
    const list = body.data.list.flatMap((one) => [one, { ...one, unit_id: 900_000 + one.unit_id }])
    await route.fulfill({ json: { ...body, data: { ...body.data, list } } })
  })
  await comeBack(page, 'blank_block/list')
  await page
    .getByRole('button', { name: /有作答/ })
    .first()
    .waitFor()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.keyboard.press('Space')
  await looked(page)
  await page.keyboard.press('Enter')
  const now = async () =>
    (await blocks()).find(({ block_id }) => block_id === most?.block_id) ?? most
  await expect.poll(async () => (await now())?.waiting).toBe(0)
  const confirmed = (await now())?.confirmed ?? 0
  expect(confirmed).toBeGreaterThan(0)
  // The figure opens what it counts, by an address of its own.
  const waiting = page.url()
  await page
    .getByRole('listitem')
    .filter({ hasText: most?.block_name ?? '' })
    .getByRole('link', { name: `已确认 ${confirmed}` })
    .first()
    .click()
  const checked = page.getByRole('list', { name: '已核查的作答' }).getByRole('listitem')
  await expect.poll(() => checked.count()).toBe(confirmed)
  expect(new URL(page.url()).searchParams.get('show')).toBe('confirmed')
  await settle(page)
  await shoot(page, '/empty-check', 'confirmed')
  await page.goBack()
  expect(page.url()).toBe(waiting)
  await page.getByText('撤销确认').click()
  await expect.poll(async () => (await now())?.waiting).toBe(confirmed)
  expectQuiet(visitor)
})

test('a leader picks papers one after the other by key, and takes one out again', async () => {
  const block = stage.world.almostDone.blocks.find(({ subjectId }) => subjectId === 2)
  const on = { block_id: block?.blockId ?? 0 }
  const leader = await stage.world.signIn('leader')
  /** Scripts in use by their purpose, the first picked first. */
  const scripts = async () =>
    (await leader.call(benchmarkScripts, { query: on })).list
      .filter(({ state }) => state !== 'retired')
      .map(({ kind, secret_code }) => [kind, secret_code] as const)
      .toReversed()
  const visitor = await stage.enter('leader', `/benchmark?block_id=${on.block_id}`)
  const { page } = visitor
  await page.getByRole('button', { name: '选取试卷' }).first().click()
  const picker = page.getByRole('dialog', { name: '选取试卷' })
  const papers = picker.getByRole('list', { name: '试卷' })
  const shown = picker.getByText(/^密号 /)
  const codeShown = async () => (await shown.innerText()).replace('密号 ', '')
  const purpose = picker.getByLabel('用途')
  const shelf = (name: string) => picker.getByText(new RegExp(`^${name}\\d+$`))
  /** The paper after the one that was picked is shown when it is another, and painted. */
  const pressK = async () => {
    await painted(picker)
    await settle(page)
    const code = await codeShown()
    await page.keyboard.press('k')
    await expect.poll(codeShown).not.toBe(code)
    return code
  }
  await purpose.selectOption({ label: '定标卷' })
  // The list of purposes still has the focus.
  const first = await pressK()
  await picker.getByText(`✓ 已选密号 ${first} · 定标卷`, { exact: true }).waitFor()
  await shelf('已选定标卷').filter({ hasText: '1' }).waitFor()
  expect(await purpose.inputValue()).toBe('calibration')
  await papers.getByRole('button', { name: first }).getByText('已选作定标卷').waitFor()

  await picker.getByLabel('最低分').fill('0')
  const second = await pressKAfterTyping()
  await picker.getByText(`✓ 已选密号 ${second} · 定标卷 · 终评分 0 分及以上`).waitFor()
  await shelf('已选定标卷').filter({ hasText: '2' }).waitFor()
  expect(await scripts()).toEqual([
    ['calibration', first],
    ['calibration', second],
  ])
  await settle(page)
  await shoot(page, '/benchmark', 'picker')
  expect(await tooWide(page)).toEqual([])

  // What was just picked comes back by one press, and is on the table again.
  await picker.getByRole('button', { name: '取出这份' }).click()
  await picker.getByText(`已取出密号 ${second}`).waitFor()
  await expect.poll(codeShown).toBe(second)
  await shelf('已选定标卷').filter({ hasText: '1' }).waitFor()
  expect(await scripts()).toEqual([['calibration', first]])

  // So does an earlier one, found under its purpose; the key says that it is picked already.
  await shelf('已选定标卷').click()
  await expect.poll(codeShown).toBe(first)
  await page.keyboard.press('k')
  await picker.getByText('这份试卷已选作定标卷，需要时可以取出').first().waitFor()
  await settle(page)
  await shoot(page, '/benchmark', 'picker-picked')
  await picker.getByRole('button', { name: '取出', exact: true }).click()
  await expect.poll(scripts).toEqual([])

  // Refused, it is said; the search, the purpose and the paper stay.
  await shelf('查找结果').click()
  await painted(picker)
  await settle(page)
  const third = await codeShown()
  await page.route('**/benchmark/scripts', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  await page.keyboard.press('k')
  await picker
    .getByRole('alert')
    .filter({ hasText: `密号 ${third} 没有选上：` })
    .waitFor()
  expect(await codeShown()).toBe(third)
  expect(await picker.getByLabel('最低分').inputValue()).toBe('0')
  await settle(page)
  await shoot(page, '/benchmark', 'picker-refused')
  await page.unroute('**/benchmark/scripts')

  // Opened again, and the page loaded anew, the purpose is the one that was chosen last.
  await page.reload()
  await page.getByRole('button', { name: '选取试卷' }).first().click()
  expect(await purpose.inputValue()).toBe('calibration')
  expectQuiet(visitor, /ERR_FAILED/)

  /** In a field the key is text; the code that it begins finds nothing, and nothing is picked. */
  async function pressKAfterTyping(): Promise<string> {
    await picker.getByLabel('密号').press('k')
    expect(await picker.getByLabel('密号').inputValue()).toBe('k')
    expect(await scripts()).toHaveLength(1)
    await picker.getByLabel('密号').fill('')
    await papers.getByRole('button').nth(1).click()
    return pressK()
  }
})
