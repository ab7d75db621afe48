import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { sheetOmrTemplate, sheetPoints } from '@hengjuan/contracts'
import { createReader, loadTemplate } from '@hengjuan/omr'
import { expect, test } from 'vitest'
import { settle, shoot } from './shots.ts'
import { expectQuiet, useStage } from './stage.ts'

const stage = useStage('shared')
const PATH = '/adjust-coord/:examId'
const ROOT = resolve(import.meta.dirname, '../test-scans/real/sample6')
const scan = (name: string) => resolve(ROOT, `sample_roll_${name}.jpg`)

/** What the published answers say was filled in, digit by digit. */
function numberOf(name: string): string {
  const truth = JSON.parse(
    readFileSync(resolve(ROOT, `sample_roll_${name}.truth.json`), 'utf8'),
  ) as {
    bubbles: { field: string; value: string; filled: boolean }[]
  }
  const rolls = truth.bubbles.filter(({ field, filled }) => filled && field.startsWith('roll'))
  return rolls.map(({ value }) => value).join('')
}

test('a sheet designed elsewhere is taken in, corrected by keyboard, checked and saved', async () => {
  const visitor = await stage.enter('director', '/MainPage/answer-sheet-center')
  const { page } = visitor
  await page.getByRole('button', { name: '导入答题卡' }).click()
  const dialog = page.getByRole('dialog', { name: '导入答题卡' })
  const file = dialog.getByLabel('答题卡文件')
  await file.setInputFiles({
    name: '坏.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.4 x'),
  })
  await dialog.getByRole('button', { name: '导入并识别' }).click()
  await dialog.getByText('PDF 已损坏，无法打开').waitFor()
  await shoot(page, PATH, 'damaged')
  await file.setInputFiles(scan('01'))
  await dialog.getByLabel('名称').fill('编程期末答题卡')
  await dialog.getByRole('button', { name: '导入并识别' }).click()

  await page.waitForURL(/\/adjust-coord\/0\/0\/2\/0\/0\?sheet_id=\d+/)
  const sheetId = Number(new URL(page.url()).searchParams.get('sheet_id'))
  await page.getByRole('heading', { name: '编程期末答题卡' }).waitFor()
  await page.getByText('7 位考号').waitFor()
  await settle(page)
  await shoot(page, PATH, 'proposed')

  // The letters beside the number are no questions: led there by key, and away with them.
  const canvas = page.getByRole('application', { name: '答题卡坐标' })
  const letters = canvas.locator('[data-element^="group:g"]')
  const chosen = canvas.locator('[data-element^="group:g"][data-chosen]')
  const count = await letters.count()
  expect(count).toBeGreaterThan(0)
  await page.keyboard.press('n')
  await page.keyboard.press('n')
  await chosen.waitFor()
  await shoot(page, PATH, 'chosen')
  // Cut in two and made one again by key; the boxes take the letters that are printed in them.
  await page.keyboard.press('x')
  const made = canvas.locator('[data-element^="group:n"]')
  await expect.poll(async () => (await letters.count()) + (await made.count())).toBe(count + 1)
  await shoot(page, PATH, 'cut')
  await page.keyboard.press('m')
  await expect.poll(() => made.count()).toBe(0)
  const printed = page.getByLabel('选项字母')
  const proposed = await printed.inputValue()
  await printed.fill('AA')
  await page.getByText('请按顺序填写印刷的字母').waitFor()
  await printed.fill([...proposed].reverse().join('、').toLowerCase())
  await printed.press('Enter')
  await expect.poll(() => printed.inputValue()).toBe([...proposed].reverse().join(''))
  const full = page.getByLabel('每题满分')
  await expect.poll(() => full.inputValue()).toBe('3')
  await full.fill('2.5')
  await full.press('Tab')
  await expect.poll(() => full.inputValue()).toBe('2.5')
  await shoot(page, PATH, 'lettered')
  await page.getByRole('button', { name: '撤销' }).click()
  await expect.poll(() => printed.inputValue()).toBe(proposed)
  await chosen.waitFor()
  await page.keyboard.press('Delete')
  await expect.poll(() => letters.count()).toBe(count - 1)
  await page.keyboard.press('Control+z')
  await expect.poll(() => letters.count()).toBe(count)
  await page.keyboard.press('Control+y')
  for (let left = count - 1; left > 0; left--) {
    await page.keyboard.press('n')
    await chosen.waitFor()
    await page.keyboard.press('Delete')
  }
  await expect.poll(() => letters.count()).toBe(0)

  // Moved by key and back again: the step is a tenth of a millimetre.
  const number = canvas.locator('[data-element="group:examNo"] rect').first()
  const left = async () => Number(await number.getAttribute('x'))
  await number.click()
  const before = await left()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Shift+ArrowRight')
  await expect.poll(() => left()).toBeCloseTo(before + 1.1, 6)
  await page.keyboard.press('Shift+ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => left()).toBeCloseTo(before, 6)

  await page.getByRole('button', { name: '用样张核对' }).click()
  const check = page.getByRole('dialog', { name: '用样张核对' })
  await check.getByLabel('样张文件').setInputFiles(scan('02'))
  await check.getByText('读出 1 项').waitFor()
  await check.getByLabel('识别结果').getByText(numberOf('02')).waitFor()
  await expect.poll(() => check.locator('circle[data-filled]').count()).toBe(7)
  await shoot(page, PATH, 'checked')
  await page.keyboard.press('Escape')
  await check.waitFor({ state: 'detached' })

  await page.keyboard.press('Control+s')
  await page.getByText('坐标已保存，答题卡成为第 2 版').waitFor()
  const director = await stage.world.signIn('director')
  const query = { sheet_id: sheetId }
  expect((await director.call(sheetPoints, { query })).version).toBe(2)
  const template = loadTemplate(await director.call(sheetOmrTemplate, { query }))
  const reader = createReader()
  for (const name of ['01', '02', '03']) {
    const { reading } = await reader.readPage(readFileSync(scan(name)), template)
    expect(
      reading.fields.map(({ values }) => values.join('')),
      name,
    ).toEqual([numberOf(name)])
  }
  expectQuiet(visitor, /import2/)
})
