import { expect, test } from 'vitest'
import { entryIn } from './entry-link.ts'

const at = (path: string) => entryIn(`https://exam.example.cn${path}`)
const HANDLE = '/MainPage/exam-manage/scan-error-handle/2/all/0/0/0?exam_id=17'

test('entry link: its four names leave the address, whatever else is there stays', () => {
  expect(
    at('/MainPage/testReport?exam_id=5&token=abc&user_id=7&school_id=3&user_name=李老师#top'),
  ).toEqual({
    entry: { kind: 'partner', token: 'abc', userId: '7', schoolId: '3', userName: '李老师' },
    address: '/MainPage/testReport?exam_id=5#top',
  })
})

test.for([
  ['/MainPage/testReport?exam_id=5&user_id=7', '/MainPage/testReport?exam_id=5&user_id=7'],
  ['/marking?error_handle=1&subject_id=2&exam_id=17', HANDLE],
  [
    '/marking?error_handle=1&subject_id=x&exam_id=17',
    '/marking?error_handle=1&subject_id=x&exam_id=17',
  ],
  ['/marking?state=open&code=9', '/marking?state=open&code=9'],
] as const)('entry link: %s is no sign-in, and leads to %s', ([path, address]) => {
  expect(at(path)).toEqual({ entry: null, address })
})

test('entry link: straight to the exceptions of a subject', () => {
  expect(at('/?error_handle=1&subject_id=2&exam_id=17&token=abc')).toEqual({
    entry: { kind: 'partner', token: 'abc' },
    address: HANDLE,
  })
})

test('entry link: what a provider sends back, and that it refused', () => {
  expect(at('/Login?code=c1&state=s1&iss=https%3A%2F%2Fid.example.cn')).toEqual({
    entry: { kind: 'oidc', code: 'c1', state: 's1', iss: 'https://id.example.cn' },
    address: '/Login',
  })
  expect(at('/Login?error=access_denied&state=s1')).toEqual({
    entry: { kind: 'refused' },
    address: '/Login',
  })
})
