import { Button, Menu, MenuItem, PopoverNext } from '@blueprintjs/core'
import { CaretDownIcon } from '@blueprintjs/icons'
import { isRegionalRole, isRole } from '@hengjuan/domain'
import { toast } from '@hengjuan/ui'
import { useNavigate } from 'react-router'
import { useCurrentPage } from './current-page.ts'
import { permissionsOfPage } from './page.ts'
import { useSwitchRole } from '../session/use-switch-role.ts'
import { useSession } from '../session/session-store.ts'

/** The current role, changed where one is if the new one opens it; a menu when the person holds several. Regional roles have an entry of their own. */
export function RoleSwitcher() {
  const { roles, current_role } = useSession()
  const navigate = useNavigate()
  const switchRole = useSwitchRole()
  const page = useCurrentPage()
  const needed = page ? permissionsOfPage(page) : []
  const opens = (permissions: readonly string[]) =>
    page !== null && (needed.length === 0 || needed.some((one) => permissions.includes(one)))
  const others = roles.filter(({ role }) => !(isRole(role) && isRegionalRole(role)))
  if (others.length < 2) return null
  return (
    <PopoverNext
      placement="bottom-end"
      content={
        <Menu>
          {others.map((held) => (
            <MenuItem
              key={held.id}
              text={held.role_name}
              label={held.school_name ?? ''}
              selected={held.id === current_role.id}
              roleStructure="listoption"
              onClick={() => {
                if (held.id === current_role.id) return
                switchRole.mutate(held, {
                  onSuccess: ({ permissions }) => {
                    if (opens(permissions)) return toast.done(`已切换为${held.role_name}`)
                    void navigate('/MainPage/homePage')
                    toast.done(`已切换为${held.role_name}，该身份不能打开刚才的页面`)
                  },
                  onError: (error) => toast.error(error),
                })
              }}
            />
          ))}
        </Menu>
      }
    >
      <Button
        variant="minimal"
        endIcon={<CaretDownIcon />}
        loading={switchRole.isPending}
        title="切换身份"
      >
        {current_role.role_name}
      </Button>
    </PopoverNext>
  )
}
