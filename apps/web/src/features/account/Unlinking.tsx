import { Button, Dialog, DialogBody } from '@blueprintjs/core'
import type { CallError } from '@hengjuan/client'
import { useCaller } from '@hengjuan/client/react'
import { checkPassword, type InputOf, unlinkIdentity } from '@hengjuan/contracts'
import { toast } from '@hengjuan/ui'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Actions, AgainPassword } from './security-parts.tsx'
import css from './security.module.css'

interface Linked {
  provider: InputOf<typeof unlinkIdentity>['body']['provider']
  label: string
}

/** Lets go of an identity of elsewhere, with the password: it may be bound anew at the next sign-in by it. */
export function Unlinking({ link, onClose }: { link: Linked | null; onClose: () => void }) {
  return (
    <Dialog isOpen={link !== null} title={`解除与${link?.label ?? ''}的关联`} onClose={onClose}>
      {link && <UnlinkForm link={link} onClose={onClose} />}
    </Dialog>
  )
}

function UnlinkForm({ link, onClose }: { link: Linked; onClose: () => void }) {
  const [password, setPassword] = useState('')
  const { call } = useCaller()
  const unlink = useMutation<unknown, CallError>({
    mutationFn: async () => {
      const { ticket } = await call(checkPassword, { body: { password } })
      return call(unlinkIdentity, { body: { provider: link.provider, ticket } })
    },
    onSuccess: () => {
      toast.done(`已解除与${link.label}的关联`)
      onClose()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (password !== '' && !unlink.isPending) unlink.mutate()
  }
  return (
    <form onSubmit={submit} noValidate>
      <DialogBody>
        <div className={css['form']}>
          {unlink.error && (
            <p role="alert" className={css['problem']}>
              ✕ {unlink.error.message}
            </p>
          )}
          <p>解除后不能再由{link.label}登录，除非重新关联。</p>
          <AgainPassword autoFocus value={password} onChange={setPassword} />
        </div>
      </DialogBody>
      <Actions onClose={onClose}>
        <Button type="submit" intent="danger" disabled={password === ''} loading={unlink.isPending}>
          解除关联
        </Button>
      </Actions>
    </form>
  )
}
