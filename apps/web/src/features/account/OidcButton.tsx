import { Button } from '@blueprintjs/core'
import type { CallError } from '@hengjuan/client'
import { useCaller } from '@hengjuan/client/react'
import { thirdStart } from '@hengjuan/contracts'
import { useMutation } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { keepFrom } from './kept-from.ts'
import { Notice } from './Notice.tsx'
import css from './login.module.css'

/** Leads to the provider, which sends back here. */
export function OidcButton({ label }: { label: string }) {
  const { call } = useCaller()
  const [query] = useSearchParams()
  const start = useMutation<{ url: string }, CallError>({
    mutationFn: () => call(thirdStart, { body: { provider: 'oidc' } }),
    onSuccess: ({ url }) => {
      keepFrom(query.get('from'))
      window.location.assign(url)
    },
  })
  return (
    <div className={css['stack']}>
      {start.error && <Notice kind="error">{start.error.message}</Notice>}
      <p className={css['lead']}>将前往{label}的登录页，登录后自动回到这里。</p>
      <Button
        intent="primary"
        size="large"
        fill
        loading={start.isPending || start.isSuccess}
        onClick={() => start.mutate()}
      >
        前往{label}登录
      </Button>
    </div>
  )
}
