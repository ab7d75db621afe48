import { useRoute } from '@hengjuan/client/react'
import { leaderNext } from '@hengjuan/contracts'
import type { ComponentProps } from 'react'
import { WholePaper } from '../../marking-core/paper/WholePaper.tsx'
import type { LeaderMode } from './LeaderPapers.tsx'

/** The sheet that the paper to decide was cut from: an answer may stand in the place of another. */
export function WholeOfPaper(
  props: { mode: LeaderMode; unitId: number } & Pick<
    ComponentProps<typeof WholePaper>,
    'images' | 'marks' | 'onClose'
  >,
) {
  const { mode, unitId, ...shown } = props
  const { data, error, refetch } = useRoute(leaderNext, {
    query: { mode, unit_id: unitId, whole: 1 },
  })
  return <WholePaper sheet={data?.sheet} error={error} onRetry={() => void refetch()} {...shown} />
}
