import { EmptyState } from '@hengjuan/ui'

/** Why there is nothing in the list, and where to look instead. */
export function NoExceptions(props: {
  /** Has anything arrived yet? */
  isScanned: boolean
  open: number
  category: string
  keyword: string
  /** Only a part of what waits is asked for. */
  isNarrowed: boolean
}) {
  if (props.keyword)
    return (
      <EmptyState title="没有符合条件的异常" size="large">
        请换一个关键词，或清空筛选。
      </EmptyState>
    )
  if (props.isNarrowed && props.open > 0)
    return (
      <EmptyState title="所选学校、考场或批次没有待处理的异常" size="large">
        本科目还有 {props.open} 条，请在左侧放宽筛选。
      </EmptyState>
    )
  if (props.category === 'handled')
    return (
      <EmptyState title="还没有处理过异常" size="large">
        处理过的异常会列在这里，可以随时撤销。
      </EmptyState>
    )
  if (!props.isScanned && props.open === 0)
    return (
      <EmptyState title="还没有扫描答题卡" size="large">
        扫描端上传后，有异常的答题卡会自动出现在这里。
      </EmptyState>
    )
  return props.open === 0 ? (
    <EmptyState title="扫描异常已全部处理" size="large">
      新扫描的答题卡有异常时会自动出现在这里；没有答题卡的考生请在左侧确认缺考。
    </EmptyState>
  ) : (
    <EmptyState title="这一类异常已全部处理" size="large">
      其他类别还有 {props.open} 条，请在左侧选择。
    </EmptyState>
  )
}
