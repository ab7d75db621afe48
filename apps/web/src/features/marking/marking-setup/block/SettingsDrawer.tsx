import { SideDrawer } from '@hengjuan/ui'
import { SettingsForm } from './SettingsForm.tsx'
import { useState } from 'react'
import type { SettingsProps } from './use-settings-draft.ts'

/** Settings of one block, or of several at once; another block's can be taken over. */
export function SettingsDrawer(props: Omit<SettingsProps, 'onReload'>) {
  const [loads, setLoads] = useState(0)
  /** The folded part stays open where the form is loaded anew. */
  const [isMoreOpen, setMoreOpen] = useState(false)
  const anew = () => setLoads((now) => now + 1)
  // Opened again while it slides out, it would be the form that was left.
  const leaving = (leave: () => void) => () => {
    anew()
    setMoreOpen(false)
    leave()
  }
  const [onSaved, onClose] = [leaving(props.onSaved), leaving(props.onClose)]
  const { blocks } = props
  return (
    <SideDrawer
      isOpen={blocks.length > 0}
      onClose={onClose}
      size="520px"
      title={
        blocks.length === 1
          ? `${blocks[0]?.block_name} · 阅卷设置`
          : `${blocks.length} 个题块 · 阅卷设置`
      }
    >
      {blocks.length > 0 && (
        <SettingsForm
          key={`${loads} ${blocks.map(({ block_id }) => block_id).join(' ')}`}
          {...props}
          onSaved={onSaved}
          onClose={onClose}
          onReload={anew}
          isMoreOpen={isMoreOpen}
          onMoreOpen={setMoreOpen}
        />
      )}
    </SideDrawer>
  )
}
