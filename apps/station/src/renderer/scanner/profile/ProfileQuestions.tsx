import { ConfirmDialog } from '@hengjuan/ui'
import type { ProfileView } from '../../../bridge/scanner-api.ts'

/** Asks before a profile is deleted, or is again what it was copied from. */
export function ProfileQuestions(props: {
  view: ProfileView
  question: 'delete' | 'reset' | null
  onDelete: () => void
  onReset: () => void
  onClose: () => void
}) {
  const { view, question } = props
  return (
    <>
      <ConfirmDialog
        isOpen={question === 'delete'}
        title="删除配置"
        effect={`将删除配置「${view.profile.name}」`}
        confirmText="删除"
        isDestructive
        onConfirm={props.onDelete}
        onClose={props.onClose}
      >
        <p>删除后不能恢复；需要时可以先导出。</p>
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={question === 'reset'}
        title="恢复自带值"
        effect={`「${view.profile.name}」的每一项都改回「${view.based_on_name}」的值`}
        confirmText="恢复"
        onConfirm={props.onReset}
        onClose={props.onClose}
      >
        <p>名称和绑定的扫描仪不变。</p>
      </ConfirmDialog>
    </>
  )
}
