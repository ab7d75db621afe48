import { mayDo } from '@hengjuan/domain'
import { describe, expect, test } from 'vitest'
import { pageVisits } from './addresses.ts'
import { follow, turnTo } from './follow.ts'
import { expectQuiet, signInAs, useStage } from './stage.ts'

const stage = useStage('shared')
/** So many pages are opened from nothing. */
const TYPED = 5

test(
  'without a session every page leads to Login and remembers where one wanted to go',
  { timeout: 1_200_000 },
  async () => {
    const visitor = await stage.visit('/')
    const { page } = visitor
    await page.getByRole('heading', { name: '登录' }).waitFor()
    for (const [index, { address, path, strangersGo }] of pageVisits(stage.world).entries()) {
      // An address that is typed and one within the application are guarded alike; the first costs thrice as much.
      if (index < TYPED) await page.goto(address)
      else await turnTo(page, address)
      const guarded = () => {
        const { pathname, searchParams } = new URL(page.url())
        return [pathname, searchParams.get('from')]
      }
      await expect
        .poll(guarded, { message: path })
        .toEqual(strangersGo === null ? ['/Login', address] : [strangersGo, null])
    }
    expectQuiet(visitor)
  },
)

test('the entry page needs no session', async () => {
  const { page } = await stage.visit('/MainPage')
  await page.waitForURL((url) => url.pathname === '/Login')
})

describe('a session that ends', () => {
  test('says so, and signing in again returns to the page', async () => {
    const { page, context } = await stage.enter('admin', '/MainPage/exam-manage/overview')
    await page.getByRole('grid', { name: '考试列表' }).waitFor()
    await context.clearCookies()
    // The page may notice by itself before the field is filled.
    const isOver = page.waitForURL((url) => url.pathname === '/Login')
    await Promise.race([page.getByPlaceholder('搜索考试名称').fill('高一'), isOver]).catch(() => {})
    await isOver
    await page.getByText('登录已过期，请重新登录').waitFor()
    await signInAs(page, 'admin')
    await page.waitForURL((url) => url.pathname === '/MainPage/exam-manage/overview')
    await page.getByRole('grid', { name: '考试列表' }).waitFor()
  })

  test('signing out by the menu leads to Login, and the way back is closed', async () => {
    const { page } = await stage.enter('marker1', '/MainPage/homePage')
    await page.getByRole('button', { name: /账号菜单/ }).click()
    await page.getByRole('menuitem', { name: '退出登录' }).click()
    await page.waitForURL((url) => url.pathname === '/Login')
    await page.goBack()
    await page.waitForURL((url) => url.pathname === '/Login')
  })
})

test.for([
  ['operator', 'scan_operator', '扫描'],
  ['class1', 'class_teacher', '班主任'],
  ['marker1', 'marking_teacher', '阅卷'],
  ['leader', 'subject_leader', '学科组长'],
] as const)(
  'every page that %s may not open is refused in words that name the role',
  { timeout: 600_000 },
  async ([account, role, roleName]) => {
    const visitor = await stage.enter(account, '/MainPage/homePage')
    const refused = pageVisits(stage.world).filter(
      ({ access }) => access !== 'signedIn' && ![access].flat().some((one) => mayDo(role, one)),
    )
    expect(refused.length).toBeGreaterThan(10)
    for (const visit of refused) {
      await follow(visitor.page, visit)
      const refusal = visitor.page.getByRole('alert')
      await expect
        .poll(() => refusal.innerText().catch(() => ''), { message: visit.address })
        .toContain(roleName)
    }
    expectQuiet(visitor)
  },
)

test('a page that is clicked before the search has begun opens all the same', async () => {
  const visitor = await stage.enter('director', '/MainPage/exam-manage/overview')
  const { page } = visitor
  const rows = page.getByRole('grid', { name: '考试列表' }).getByRole('row')
  const row = rows.filter({ hasText: stage.world.underWay.exam.name }).first()
  await row.waitFor()
  // Longer on its way than the search waits for another key.
  await page.route(/SubjectExamPage/, async (route) => {
    await new Promise((next) => setTimeout(next, 800))
    await route.continue()
  })
  await page.getByPlaceholder('搜索考试名称').pressSequentially('高')
  await row.click()
  await page.waitForURL(/subject-exam$/)
  expectQuiet(visitor)
})

test('who knocked at the wrong door is shown the right one, and who has no password whom to ask', async () => {
  const visitor = await stage.visit('/Login')
  const { page } = visitor
  await signInAs(page, 'region')
  await page.getByText('该用户没有单校权限').waitFor()
  await page.getByRole('button', { name: '改用区域登录' }).click()
  await page.waitForURL((url) => url.searchParams.get('way') === 'region')
  // A server without SMS says what to do instead.
  await page.getByRole('tab', { name: '手机验证码' }).click()
  await page.getByText('没有开通短信，请用账号密码登录').waitFor()
  await page.getByRole('button', { name: '忘记密码' }).click()
  await page.getByText('忘记密码请联系学校管理员重置').waitFor()
  await page.getByRole('button', { name: '返回登录' }).click()
  await page.getByRole('tab', { name: '区域登录' }).click()
  await signInAs(page, 'region')
  await page.getByRole('button', { name: '曾庆华，账号菜单' }).click()
  await page.getByRole('menuitem', { name: '账号安全' }).click()
  await page.getByRole('button', { name: '开启' }).waitFor()
  expectQuiet(visitor, /40[139]/)
})

test('an unknown address says so', async () => {
  const { page } = await stage.enter('admin', '/MainPage/nowhere')
  await page.getByText('没有这个页面').waitFor()
})
