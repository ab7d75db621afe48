import type { SpotTask } from './SpotDesk.tsx'
import { rubricText } from './verdict-words.ts'
import css from './spot.module.css'

/** Which reading is checked: of what paper and by whom, how long it took, and by which rubric. */
export function ReadingFacts({ task, isShown }: { task: SpotTask; isShown: boolean }) {
  return (
    <dl className={css['facts']}>
      <div>
        <dt>密号</dt>
        <dd>
          <code>{task.secret_code}</code>
        </dd>
      </div>
      <div>
        <dt>阅卷教师</dt>
        <dd>{isShown ? task.marker_name : '盲查中'}</dd>
      </div>
      <div>
        <dt>用时</dt>
        <dd>{task.active_ms === null ? '–' : `${Math.round(task.active_ms / 1000)} 秒`}</dd>
      </div>
      <div>
        <dt>打回</dt>
        <dd>
          {task.rejections}/{task.rejection_limit} 次
        </dd>
      </div>
      {task.best_of !== null && (
        <div style={{ gridColumn: '1 / -1' }}>
          <dt>选做题</dt>
          <dd>全部评阅，计得分最高的 {task.best_of} 题</dd>
        </div>
      )}
      {task.answered !== null && (
        <div>
          <dt>选做题</dt>
          <dd>{task.answered}</dd>
        </div>
      )}
      {task.rubric_now > 0 && (
        <div style={{ gridColumn: '1 / -1' }}>
          <dt>评分标准</dt>
          <dd>{rubricText(task)}</dd>
        </div>
      )}
    </dl>
  )
}
