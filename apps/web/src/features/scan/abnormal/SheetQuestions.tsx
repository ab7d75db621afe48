import { abnormalDeleteSheet, abnormalReset, abnormalSign } from '@hengjuan/contracts'
import { ConfirmDialog } from '@hengjuan/ui'
import type { SheetPage } from './PageBar.tsx'
import type { Abnormal, AbnormalSheet } from './use-abnormal.ts'
import type { Asking } from './SheetMenu.tsx'

/** What is asked before a paper is changed as a whole. */
export function SheetQuestions(props: {
  abnormal: Abnormal
  sheet: AbnormalSheet
  page: SheetPage | undefined
  asking: Asking | null
  onFile: () => void
  onClose: () => void
}) {
  const { abnormal, sheet, page, asking } = props
  const { at, run, pending } = abnormal
  const person = { ...at, candidate_id: sheet.candidate.candidate_id }
  const done = async (promise: Promise<unknown>) => {
    if ((await promise) !== null) props.onClose()
  }
  const remove = async () => {
    if (!page) return
    const { sheet_id } = page
    await done(run(abnormalDeleteSheet, { body: { ...at, sheet_id } }, '答题卡已作废'))
  }
  return (
    <>
      <ConfirmDialog
        isOpen={asking === 'replace'}
        title={`替换${pageNameOf(page)}`}
        effect={`将用一张图像文件替换${pageNameOf(page)}，重新识别和切割`}
        confirmText="选择图像文件"
        isPending={pending}
        onConfirm={props.onFile}
        onClose={props.onClose}
      >
        <p>
          请选择完整、清晰的一页（JPG 或 PNG），考号须与本考生一致。人工确认过的答案保留；
          这一页的题块暂停评阅，等待送阅。之后可以用「撤销全部处理」恢复。
        </p>
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={asking === 'delete'}
        title="作废答题卡"
        effect={`将作废 ${sheet.candidate.name} 的这张答题卡`}
        confirmText="作废 1 张答题卡"
        isDestructive
        isPending={pending}
        onConfirm={() => void remove()}
        onClose={props.onClose}
      >
        <p>
          没有最终得分的题块退出阅卷，等待补扫；已有的评阅保留，撤销作废后继续有效，补扫后则按新的答题卡重新评阅。
        </p>
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={asking === 'absent'}
        title="标为缺考"
        effect={`将把 ${sheet.candidate.name}（${sheet.candidate.exam_no}）标为缺考`}
        confirmText="标为缺考"
        isDestructive
        isPending={pending}
        onConfirm={() =>
          void done(
            run(abnormalSign, { body: { ...person, mark: 'absent', block_ids: [] } }, '已标为缺考'),
          )
        }
        onClose={props.onClose}
      >
        <p>该考生本科目的试卷退出阅卷。之后可以用「撤销全部处理」恢复。</p>
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={asking === 'reset'}
        title="撤销全部处理"
        effect={`将撤销对这份试卷做过的 ${sheet.handled.length} 次处理`}
        confirmText={`撤销 ${sheet.handled.length} 次处理`}
        isDestructive
        isPending={pending}
        onConfirm={() =>
          void done(run(abnormalReset, { body: person }, ({ undone }) => `已撤销 ${undone} 次处理`))
        }
        onClose={props.onClose}
      >
        <p>换过的图像恢复原样；已送阅的题块重新等待处理，图像恢复后不同的评阅会作废。</p>
      </ConfirmDialog>
    </>
  )
}

/** What the page that is looked at is called. */
export const pageNameOf = (page: SheetPage | undefined): string =>
  page?.page == null ? '这张图像' : `第 ${page.page} 页`
