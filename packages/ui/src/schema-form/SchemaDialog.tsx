import { DialogBody, DialogFooter } from '@blueprintjs/core'
import type { ComponentProps, ReactNode } from 'react'
import { FormDialog } from '../layout/AskedClose.tsx'
import { SchemaForm } from './SchemaForm.tsx'

/** A dialog that asks for what a contract takes. */
export function SchemaDialog<All extends object>(
  props: Omit<ComponentProps<typeof SchemaForm<All>>, 'renderLayout' | 'onCancel'> & {
    title: string
    /** Above the fields: what will happen. */
    effect?: ReactNode
    onClose: () => void
  },
) {
  const { title, effect, onClose, ...form } = props
  return (
    <FormDialog isOpen title={title} onClose={onClose} style={{ width: 560 }}>
      <SchemaForm
        {...form}
        onCancel={onClose}
        renderLayout={(fields, buttons) => (
          <>
            <DialogBody>
              {effect !== undefined && <p style={{ marginBottom: 16 }}>{effect}</p>}
              {fields}
            </DialogBody>
            <DialogFooter actions={buttons} />
          </>
        )}
      />
    </FormDialog>
  )
}
