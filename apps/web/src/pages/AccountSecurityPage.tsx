import { filter, PageHeader, Panel, Segmented, useUrlFilters } from '@hengjuan/ui'
import { GuardedAccounts, OwnSecurity } from '../features/account/index.ts'
import { useMay } from '../session/session-store.ts'

const filters = { view: filter.oneOf(['own', 'locked', 'factor'], 'own') }

/** `/MainPage/account-security`: what guards the own account; for administrators, the accounts that need them. */
export function AccountSecurityPage() {
  const { values, set } = useUrlFilters(filters)
  const manages = useMay('account.manage')
  const view = manages ? values.view : 'own'
  return (
    <>
      <PageHeader
        title="账号安全"
        actions={
          manages && (
            <Segmented
              label="页面"
              options={[
                { value: 'own', label: '本人账号' },
                { value: 'locked', label: '被锁定的账号' },
                { value: 'factor', label: '两步验证' },
              ]}
              value={view}
              onChange={(next) => set({ view: next })}
            />
          )
        }
      />
      {view === 'own' ? (
        <Panel>
          <OwnSecurity />
        </Panel>
      ) : (
        <Panel flush>
          <GuardedAccounts key={view} kind={view} />
        </Panel>
      )}
    </>
  )
}
