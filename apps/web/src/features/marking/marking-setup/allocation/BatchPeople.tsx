import type { allocationBatch, InputOf, markingStaff, ReplyOf } from '@hengjuan/contracts'
import { StaffPicker } from '../block/StaffPicker.tsx'
import css from './allocation.module.css'

type Person = ReplyOf<typeof markingStaff>[number]

export type Batch = InputOf<typeof allocationBatch>['body']

export interface Wanted {
  how: Batch['how']
  /** 0: as each block has it. */
  mode: number
  markerIds: readonly number[]
  leaderIds: readonly number[]
}

/** Who marks and who arbitrates in all of the blocks. */
export function BatchPeople(props: {
  staff: readonly Person[]
  wanted: Wanted
  onChange: (patch: Partial<Wanted>) => void
}) {
  const { wanted } = props
  return (
    <div className={css['people']}>
      <div>
        <span>阅卷教师</span>
        <StaffPicker
          staff={props.staff}
          duty="marker"
          selected={wanted.markerIds}
          placeholder="输入姓名添加阅卷教师，不填则不变"
          refusal={null}
          onToggle={({ user_id }) =>
            props.onChange({ markerIds: toggled(wanted.markerIds, user_id) })
          }
        />
      </div>
      <div>
        <span>仲裁教师（题组长）</span>
        <StaffPicker
          staff={props.staff}
          duty="leader"
          selected={wanted.leaderIds}
          placeholder="输入姓名添加仲裁教师，不填则不变"
          refusal={null}
          onToggle={({ user_id }) =>
            props.onChange({ leaderIds: toggled(wanted.leaderIds, user_id) })
          }
        />
      </div>
    </div>
  )
}

const toggled = (ids: readonly number[], id: number) =>
  ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id]
