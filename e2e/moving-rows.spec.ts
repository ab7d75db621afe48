import {
  allocationMastersSet,
  checkBlockList,
  leaderDecide,
  leaderList,
  leaderNext,
  markNext,
  markSubmit,
} from '@hengjuan/contracts'
import type { Locator, Page } from 'playwright-core'
import { ulid } from 'ulid'
import { expect, test } from 'vitest'
import { looked, painted } from './mark-by-key.ts'
import { expectQuiet, useStage } from './stage.ts'

const stage = useStage()
const MATHEMATICS = 2
const LIST = '/MainPage/markPaper/markPage/arbitration-home/arbitration'
const COLLEAGUE = 'leader-zh'

function blockOf() {
  const block = stage.world.underWay.blocks.find(
    ({ subjectId, markMode }) => subjectId === MATHEMATICS && markMode === 1,
  )
  if (!block) throw new Error('a block of mathematics is read twice and arbitrated')
  return { ...block, examId: stage.world.underWay.exam.examId }
}

async function read(account: string, points: 'all' | 'none'): Promise<number> {
  const { blockId } = blockOf()
  const marker = await stage.world.signIn(account)
  const { tasks } = await marker.call(markNext, { query: { block_id: blockId, n: 1 } })
  for (const task of tasks)
    await marker.call(markSubmit, {
      body: {
        block_id: blockId,
        reading_id: task.reading_id,
        idem_key: ulid(),
        scores: task.points.map(({ full_milli }) => (points === 'all' ? full_milli : 0)),
        active_ms: 4000,
      },
    })
  return tasks.length
}

async function waiting(account: string) {
  const leader = await stage.world.signIn(account)
  const { list } = await leader.call(leaderList, { query: { mode: 'arbitration' } })
  return list.filter(({ block_id }) => block_id === blockOf().blockId)
}

/** Somebody aims at it, and presses just when something else has come to its place. */
async function pressWhenMoved(page: Page, aim: Locator): Promise<() => Promise<void>> {
  const box = await aim.boundingBox()
  if (!box) throw new Error('it is on the screen')
  // Near its edge: rows need not move far to be missed.
  const at = { x: box.x + box.width / 2, y: box.y + 4 }
  await page.mouse.move(at.x, at.y)
  await page.evaluate(({ x, y }) => {
    const nameThere = () => {
      const row = document.elementFromPoint(x, y)?.closest('[role="row"]')
      return (row?.querySelector('code') ?? row?.querySelector('strong'))?.textContent
    }
    const name = nameThere()
    const press = () => {
      const target = document.elementFromPoint(x, y)
      if (target instanceof HTMLElement) target.click()
      document.body.dataset['pressed'] = ''
    }
    // Faster than eyes, and not slower than a machine that has much to do: at once when the page knows that it moved.
    const watch = new MutationObserver(() => {
      if (nameThere() === name || !document.elementFromPoint(x, y)?.closest('[data-new]')) return
      watch.disconnect()
      press()
    })
    watch.observe(document.body, { subtree: true, attributeFilter: ['data-new'] })
  }, at)
  // Lists look every fifteen seconds, and a busy machine late.
  return () => page.locator('body[data-pressed]').waitFor({ timeout: 60_000 })
}

/**
 * Below one another: how many there are is left to the draw, and one more in the line of others would move nothing.
 */
const stackTodos = (page: Page) =>
  page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(
      '[class*="_todos_"] { grid-template-columns: 1fr } [class*="_todoBlocks_"] { flex-direction: column }',
    )
    document.adoptedStyleSheets.push(sheet)
  })

test('a press does not hit the row, or the button, that has just come to the place aimed at', async () => {
  const { blockId, examId } = blockOf()
  const [director, leader, colleague] = await Promise.all(
    ['director', 'leader', COLLEAGUE].map((account) => stage.world.signIn(account)),
  )
  if (!director || !leader || !colleague) throw new Error('they sign in')
  await director.call(allocationMastersSet, {
    body: { block_id: blockId, leader_ids: [leader.user.user_id, colleague.user.user_id] },
  })
  while ((await read('marker1', 'all')) > 0);

  // To-dos come above the table that a row of is aimed at.
  const supervising = await stage.enter('leader', `/MarkingSupervision?exam_id=${examId}`, {
    height: 2400,
  })
  const blocks = supervising.page.getByRole('grid', { name: '题块进度' })
  await supervising.page.getByText('距抽查目标还差的份数').waitFor()
  await stackTodos(supervising.page)
  const pressed = await pressWhenMoved(supervising.page, blocks.getByRole('row').nth(3))
  const comeToArbitration = async () => {
    while ((await waiting('leader')).length < 4)
      if ((await read('marker2', 'none')) + (await read('marker4', 'none')) === 0)
        throw new Error('the block has papers enough')
    await pressed()
  }
  // The first of them makes the page move, and what it says of the press does not stay until the last.
  await Promise.all([
    comeToArbitration(),
    supervising.page.getByText('页面内容刚有变化，请看清后再点一次').waitFor(),
  ])
  expect(new URL(supervising.page.url()).searchParams.get('block_id')).toBeNull()

  // A colleague decides the first paper of the list: the others move up.
  const mine = await stage.enter('leader', `${LIST}?block_id=${blockId}`)
  const rows = mine.page.getByRole('grid', { name: '待仲裁试卷' }).getByRole('row')
  const [first, second] = await waiting(COLLEAGUE)
  if (!first || !second) throw new Error('papers wait')
  const row = rows.filter({ hasText: second.secret_code })
  await row.waitFor()
  const clicked = await pressWhenMoved(
    mine.page,
    row.getByRole('button', { name: '仲裁', exact: true }),
  )
  const { task } = await colleague.call(leaderNext, {
    query: { mode: 'arbitration', unit_id: first.unit_id },
  })
  if (!task) throw new Error('the paper is there')
  await colleague.call(leaderDecide, {
    body: {
      mode: 'arbitration',
      unit_id: task.unit_id,
      reading_id: task.reading_id,
      idem_key: ulid(),
      scores: task.points.map(() => 0),
      active_ms: 4000,
    },
  })
  await clicked()
  await mine.page.getByText('列表刚有变化，请看清后再点一次').waitFor()
  expect(new URL(mine.page.url()).pathname).toBe(LIST)
  // Looked at, the row opens.
  await looked(mine.page)
  await row.getByRole('button', { name: '仲裁', exact: true }).click()
  await painted(mine.page)
  await mine.page.getByText(`密号 ${second.secret_code}`).waitFor()
  for (const visitor of [mine, supervising]) expectQuiet(visitor)
})

test('of what has to be done nothing is said before it is known', async () => {
  const { examId } = stage.world.underWay.exam
  const visitor = await stage.enter('leader', '/')
  const { page } = visitor
  const held: (() => Promise<void>)[] = []
  const hold = ({ path }: { path: string }) =>
    page.route(
      (url) => url.pathname === path,
      (route) => void held.push(() => route.continue()),
    )
  const letGo = async () => {
    for (const one of held.splice(0)) await one()
    await page.unrouteAll()
  }
  await hold(checkBlockList)
  await page.goto(`/MarkingSupervision?exam_id=${examId}`)
  await expect.poll(() => held.length).toBe(1)
  const todos = page.getByText('需要有人处理的试卷')
  await todos.waitFor()
  await page.getByRole('grid', { name: '题块进度' }).getByText('第20题').waitFor()
  expect(await page.getByText('没有待处理的事项').count()).toBe(0)
  await letGo()
  await page.getByText('距抽查目标还差的份数').waitFor()
  expectQuiet(visitor)
})
