import {
  EmptyState,
  ImageViewer,
  MarkHands,
  MarksView,
  Segmented,
  useShownHands,
} from '@hengjuan/ui'
import { useState } from 'react'
import css from './drill.module.css'
import type { CheckedTask } from './use-reading-action.ts'
import { ROLES } from './words.ts'

/** The answer with what was drawn on it. */
export function ReadPaper({
  task,
}: {
  task: Pick<CheckedTask, 'secret_code' | 'images' | 'is_risk' | 'readings'>
}) {
  const [part, setPart] = useState(0)
  const drawn = task.readings.map(({ role, marker_name, traces }, hand) => ({
    hand,
    name: `${ROLES[role] ?? role} ${marker_name}`,
    marks: traces ?? [],
  }))
  const hands = useShownHands(drawn)
  const image = task.images[part]
  if (task.is_risk)
    return (
      <EmptyState title="该卷已转交学校管理员">
        作答内容涉及情绪或安全风险，图像只由题组长处理时和学校管理员查看。
      </EmptyState>
    )
  if (!image)
    return (
      <EmptyState title="这份试卷没有图像">答题卡正在重新处理，处理完成后可以查看。</EmptyState>
    )
  return (
    <section className={css['paper']} aria-label="答卷">
      <div className={css['parts']}>
        {task.images.length > 1 && (
          <Segmented
            label="图像"
            options={task.images.map((_, index) => ({
              value: String(index),
              label: `第 ${index + 1} 幅`,
            }))}
            value={String(part)}
            onChange={(next) => setPart(Number(next))}
          />
        )}
        <MarkHands readings={drawn} hidden={hands.hidden} onToggle={hands.toggle} />
      </div>
      <ImageViewer src={image.url} alt={`密号 ${task.secret_code} 的作答`}>
        <MarksView
          parts={[image]}
          readings={hands.shown.map(({ hand, marks }) => ({
            hand,
            // One image at a time: its annotations, counted from its own corner.
            marks: marks.filter((mark) => mark.part === part).map((mark) => ({ ...mark, part: 0 })),
          }))}
        />
      </ImageViewer>
    </section>
  )
}
