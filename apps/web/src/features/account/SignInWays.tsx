import { Tab, Tabs } from '@blueprintjs/core'
import { useRoute } from '@hengjuan/client/react'
import { signInOptions } from '@hengjuan/contracts'
import { useState } from 'react'
import type { SessionUser } from '../../session/session-store.ts'
import { OidcButton } from './OidcButton.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { PhoneForm } from './PhoneForm.tsx'
import { useSignInStep } from './sign-in-step.ts'
import type { Way } from './ways.ts'
import css from './login.module.css'

/** The ways to sign in: by password, by phone, for regions, and those of providers that are set up. */
export function SignInWays(props: {
  /** Why one is here, if not by choice. */
  notice?: string
  way: Exclude<Way, 'forgot'>
  onWay: (way: Way) => void
  onSignedIn: (user: SessionUser) => void
}) {
  const { way, onSignedIn } = props
  const { data } = useRoute(signInOptions, {})
  const problem = useSignInStep((steps) => steps.problem)
  const onWay = (next: Way) => {
    useSignInStep.setState({ problem: null })
    props.onWay(next)
  }
  const shared = {
    onWay,
    onSignedIn,
    problem,
    ...(props.notice === undefined ? {} : { notice: props.notice }),
  }
  return (
    <div className={css['form']}>
      <h1 className={css['title']}>登录</h1>
      <Tabs
        id="sign-in-ways"
        className={css['ways'] ?? ''}
        selectedTabId={way}
        onChange={(tab) => onWay(tab as Way)}
        size="large"
      >
        <Tab id="school" title="账号密码" />
        <Tab id="phone" title="手机验证码" />
        <Tab id="region" title="区域登录" />
        {data?.providers.map(({ id, label }) => (
          <Tab key={id} id={id} title={label} />
        ))}
      </Tabs>
      {way === 'oidc' ? (
        <OidcButton label={data?.providers.find(({ id }) => id === 'oidc')?.label ?? ''} />
      ) : way === 'phone' ? (
        <PhoneForm {...shared} hasSms={data?.sms ?? true} />
      ) : (
        <PasswordForm {...shared} key={way} way={way} />
      )}
      <Foot way={way} onForgot={() => onWay('forgot')} />
    </div>
  )
}

const CAUSES = [
  ['无法获取该用户的角色信息，请联系后台人员', '账号还没有分配身份，请学校管理员在人员管理中添加'],
  ['该用户没有单校权限', '教育局、教研机构的人员请改用「区域登录」'],
  ['该用户未绑定学校', '身份没有指定学校，请系统管理员补充'],
] as const

function Foot({ way, onForgot }: { way: Way; onForgot: () => void }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className={css['foot']}>
      {way === 'region' && <p>区域登录供教育局、教研机构的人员使用</p>}
      <p className={css['footLinks']}>
        <button type="button" onClick={onForgot}>
          忘记密码
        </button>
        <button type="button" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          为什么登录不了
        </button>
      </p>
      {isOpen && (
        <dl className={css['causes']}>
          {CAUSES.map(([said, what]) => (
            <div key={said}>
              <dt>{said}</dt>
              <dd>{what}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  )
}
