import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ChangeChoice } from './ChangeChoice.tsx'

test('a row of a block lists nobody of the thousands who could take over before they are asked for', () => {
  const staff = Array.from({ length: 3000 }, (_, index) => ({
    id: index + 1,
    name: `教师${index + 1}`,
    school: '第一中学',
    schoolId: 1,
  }))
  const page = renderToStaticMarkup(
    <ChangeChoice
      name="王芳"
      change={{ kind: 'replace', byId: 7, byName: '教师7' }}
      staff={staff}
      mayChange
      onChange={() => undefined}
    />,
  )
  expect([...page.matchAll(/<option[^>]*>([^<]*)/g)].map(([, label]) => label)).toEqual([
    '继续阅卷',
    '停止分配',
    '更换为 教师7',
    '更换为…',
  ])
})
