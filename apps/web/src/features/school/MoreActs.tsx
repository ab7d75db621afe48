import { Button, Menu, MenuItem, PopoverNext } from '@blueprintjs/core'
import { CaretDownIcon } from '@blueprintjs/icons'
import { STUDENT_STATES, type StudentState } from '@hengjuan/domain'

const STATES: readonly StudentState[] = ['suspended', 'left', 'in']

/** What is seldom done with the ticked students. */
export function MoreActs(props: { onOpen: (dialog: StudentState | 'reset' | 'transfer') => void }) {
  return (
    <PopoverNext
      placement="bottom-start"
      content={
        <Menu>
          {STATES.map((one) => (
            <MenuItem
              key={one}
              text={`标记${STUDENT_STATES[one]}`}
              onClick={() => props.onOpen(one)}
            />
          ))}
          <MenuItem text="重置查询密码" onClick={() => props.onOpen('reset')} />
          <MenuItem text="转出到其他学校" onClick={() => props.onOpen('transfer')} />
        </Menu>
      }
    >
      <Button size="small" endIcon={<CaretDownIcon />}>
        更多
      </Button>
    </PopoverNext>
  )
}
