import { CallError } from '@hengjuan/client'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ConfirmContent } from './ConfirmDialog.tsx'

const shown = (message: string) =>
  renderToStaticMarkup(
    <ConfirmContent
      isOpen
      title="结束阅卷"
      effect="将收回 3 份试卷。"
      confirmText="收回 3 份并结束"
      error={new CallError({ status: 500, code: 'INTERNAL', message, requestId: '01M2' })}
      onConfirm={() => undefined}
      onClose={() => undefined}
    />,
  )

test('a number that is to be passed on can be copied where a question says so, and only there', () => {
  const asked = shown('系统出现意外错误，若仍然出现，请把追踪号 01M2 告诉管理员')
  expect(asked).toContain('title="点击复制"')
  expect(asked).toContain('<code>01M2</code>')
  expect(shown('题块已结束阅卷')).not.toContain('01M2')
})
