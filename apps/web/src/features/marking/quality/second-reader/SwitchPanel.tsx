import { Panel } from '@hengjuan/ui'
import css from './second-reader.module.css'
import { type Props, SwitchForm } from './SwitchForm.tsx'

/** Whether a program reads the block, and which; seen by all leaders, changed by those who set up marking. */
export function SwitchPanel(props: Props & { maySetup: boolean }) {
  const { view, maySetup } = props
  const on = view.readers.find(({ reader_id }) => reader_id === view.on_reader_id)
  return (
    <Panel
      title="AI 对照评分"
      note="只供参考：不计入成绩、不算一评二评；教师提交后才能看到，分歧进入抽查"
    >
      {maySetup ? (
        <SwitchForm {...props} />
      ) : (
        <p className={css['note']}>
          {on ? `已开启：${on.name} ${on.version}` : '没有开启'}
          。只有考试管理员和学科组长可以开启或关闭。
        </p>
      )}
    </Panel>
  )
}
