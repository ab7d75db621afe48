import { Button, PopoverNext } from '@blueprintjs/core'
import type { leaderList, ReplyOf } from '@hengjuan/contracts'
import { formatMilli, UNIT_STATUSES, type UnitStatus } from '@hengjuan/domain'
import css from './leader.module.css'

type Unplaced = ReplyOf<typeof leaderList>['unplaced']

/** Own arbitrations that came too late; they are gone from here once the results are out. @source domain rules 3.8 */
export const UnplacedScores = ({ unplaced }: { unplaced: Unplaced }) =>
  unplaced.length === 0 ? null : (
    <PopoverNext
      placement="bottom-end"
      content={
        <div className={css['unplaced']} role="dialog" aria-label="未采用的给分">
          <p>领取失效后由他人处理，您的给分没有采用。成绩发布后不再列出。</p>
          <ul>
            {unplaced.map((one) => (
              <li key={one.reading_id}>
                {one.block_name} · 密号 <code>{one.secret_code}</code>：您给了{' '}
                {formatMilli(one.total_milli)} 分，
                {one.final_milli === null
                  ? `现为「${UNIT_STATUSES[one.state as UnitStatus]}」`
                  : `终评 ${formatMilli(one.final_milli)} 分`}
              </li>
            ))}
          </ul>
        </div>
      }
    >
      <Button variant="minimal" size="small">
        未采用的给分 {unplaced.length}
      </Button>
    </PopoverNext>
  )
