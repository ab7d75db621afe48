import { useRoute } from '@hengjuan/client/react'
import { examCreatePreview } from '@hengjuan/contracts'
import { COMBO_SCHEMES } from '@hengjuan/domain'
import { ErrorState, SimpleTable, SkeletonLines } from '@hengjuan/ui'
import { keepPreviousData } from '@tanstack/react-query'
import { Link } from 'react-router'
import { nameIn } from './draft.ts'
import type { StepProps } from './ExamWizard.tsx'
import css from './wizard.module.css'

/** Who sits which subject by the combinations of the classes that are chosen. @source platform 4.2 */
export function Electives({ draft, offered }: Pick<StepProps, 'draft' | 'offered'>) {
  const { grade_id, start_date, class_ids, subject_ids } = draft
  const preview = useRoute(
    examCreatePreview,
    { body: { grade_id, start_date, class_ids, subject_ids } },
    { enabled: class_ids.length > 0, placeholderData: keepPreviousData, retry: false },
  )
  if (class_ids.length === 0) return null
  if (preview.error)
    return <ErrorState error={preview.error} onRetry={() => void preview.refetch()} />
  if (!preview.data) return <SkeletonLines lines={4} />
  const { candidates, combos, scheme, subjects, without } = preview.data
  const chose = combos.some(({ label }) => label !== '')
  if (!chose && scheme === 'none') return null
  const none = combos.find(({ label }) => label === '')?.count ?? 0
  return (
    <>
      <div className={css['electives']}>
        <SimpleTable
          label="各选科组合人数"
          columns={[
            {
              key: 'combo',
              title: `选科（${COMBO_SCHEMES[scheme].split('（')[0]}）`,
              render: ({ label }) => label || '还没有选科',
            },
            { key: 'count', title: '人数', align: 'right', render: ({ count }) => count },
          ]}
          rows={combos}
          rowKey={({ label }) => label}
        />
        <SimpleTable
          label="各科应考与未选考人数"
          columns={[
            {
              key: 'subject',
              title: '科目',
              render: ({ subject_id }) => nameIn(offered.subjects, grade_id, subject_id),
            },
            { key: 'sits', title: '应考', align: 'right', render: ({ sits }) => sits },
            { key: 'out', title: '未选考', align: 'right', render: ({ left_out }) => left_out },
          ]}
          rows={subjects}
          rowKey={({ subject_id }) => subject_id}
        />
      </div>
      {none > 0 && scheme !== 'none' && (
        <p className={css['without']}>
          ! {candidates} 名学生中有 {none} 人还没有选科，会参加全部科目：
          {without.map(({ class_name, name }) => `${class_name} ${name}`).join('、')}
          {none > without.length && ' 等'}。请先到{' '}
          <Link to="/ClassesManager/combos" target="_blank" rel="noreferrer">
            选科
          </Link>{' '}
          补上，再回到这里；创建后也可以在「考生」中与学生库比较。
        </p>
      )}
    </>
  )
}
