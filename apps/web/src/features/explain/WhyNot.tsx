import { Button, PopoverNext } from '@blueprintjs/core'
import { HelpIcon } from '@blueprintjs/icons'
import { useRoute } from '@hengjuan/client/react'
import { type InputOf, userPermission } from '@hengjuan/contracts'
import type { Permission } from '@hengjuan/domain'
import { ErrorState, SkeletonLines, toast } from '@hengjuan/ui'
import { useNavigate, useLocation } from 'react-router'
import { useSession } from '../../session/session-store.ts'
import { useSwitchRole } from '../../session/use-switch-role.ts'
import css from './explain.module.css'

/**
 * 「为什么我看不到」 behind a refusal or an empty list: every reason in order, and who can change it. Asks when it is
 * opened.
 */
export function WhyNot(props: {
  /** The permissions of which one would do. */
  what: readonly Permission[]
  about?: Omit<InputOf<typeof userPermission>['query'], 'what' | 'user_id'>
}) {
  if (props.what.length === 0) return null
  return (
    <PopoverNext
      placement="bottom"
      content={<Reasons what={props.what.join(',')} about={props.about ?? {}} />}
    >
      <Button variant="minimal" icon={<HelpIcon />}>
        为什么我看不到
      </Button>
    </PopoverNext>
  )
}

function Reasons({
  what,
  about,
}: {
  what: string
  about: Omit<InputOf<typeof userPermission>['query'], 'what' | 'user_id'>
}) {
  const { data, error, refetch } = useRoute(userPermission, { query: { ...about, what } })
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data)
    return (
      <div className={css['root']}>
        <SkeletonLines lines={3} />
      </div>
    )
  const reasons = data.answer?.reasons ?? []
  return (
    <div className={css['root']}>
      {reasons.length === 0 ? (
        <p>
          {data.answer?.because
            ? `您${data.answer.because}，可以进行这项操作。`
            : `当前身份（${data.role_name}）有这项权限，范围也不受限制。`}
          列表为空，说明现在没有符合条件的内容。
        </p>
      ) : (
        <ol>
          {reasons.map(({ code, text, fix }) => (
            <li key={code}>
              {text}
              {fix.role !== null && <SwitchTo role={fix.role} />}
              <small>
                {fix.role !== null
                  ? '切换后留在本页'
                  : fix.who.length === 0
                    ? `解决办法：${fix.action}`
                    : `请联系 ${fix.who
                        .map(({ name, role_name }) => `${name}（${role_name}）`)
                        .join('、')}${fix.action}`}
              </small>
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}

/** Takes another identity of the own ones, and asks for the same page again. */
function SwitchTo({ role }: { role: string }) {
  const { roles } = useSession()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const switchRole = useSwitchRole()
  const held = roles.find((one) => one.role === role)
  if (!held) return null
  return (
    <Button
      size="small"
      intent="primary"
      loading={switchRole.isPending}
      onClick={() =>
        switchRole.mutate(held, {
          onSuccess: () => {
            void navigate({ pathname, search }, { replace: true })
            toast.done(`已切换为${held.role_name}`)
          },
          onError: (error) => toast.error(error),
        })
      }
    >
      切换为{held.role_name}
    </Button>
  )
}
