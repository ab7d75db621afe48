import { useRoute } from '@hengjuan/client/react'
import { markNext } from '@hengjuan/contracts'
import type { ComponentProps } from 'react'
import { WholePaper } from './WholePaper.tsx'

/** The sheet that the paper of an own reading was cut from. */
export function WholeOfReading(
  props: { blockId: number; readingId: number } & Pick<
    ComponentProps<typeof WholePaper>,
    'images' | 'bindings' | 'onClose'
  >,
) {
  const { blockId, readingId, ...shown } = props
  const { data, error, refetch } = useRoute(markNext, {
    query: { block_id: blockId, reading_id: readingId, whole: 1 },
  })
  return <WholePaper sheet={data?.sheet} error={error} onRetry={() => void refetch()} {...shown} />
}
