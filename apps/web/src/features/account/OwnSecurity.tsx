import { Button, Dialog, DialogBody, Tag } from '@blueprintjs/core'
import { useRoute } from '@hengjuan/client/react'
import { ownSecurity, type ReplyOf } from '@hengjuan/contracts'
import { ErrorState, SkeletonLines, Time } from '@hengjuan/ui'
import { type ReactNode, useState } from 'react'
import { FactorOff, FactorSetup } from './FactorSetup.tsx'
import { PasswordDialog } from './PasswordDialog.tsx'
import { PhoneBinding } from './PhoneBinding.tsx'
import { Unlinking } from './Unlinking.tsx'
import css from './security.module.css'

type Link = ReplyOf<typeof ownSecurity>['links'][number]
type Opened = 'password' | 'phone' | 'unbind' | 'factor' | 'factor-off' | Link | null

/** The own password, phone, second factor and identities of elsewhere. */
export function OwnSecurity() {
  const { data, error, refetch } = useRoute(ownSecurity, {})
  const [opened, setOpened] = useState<Opened>(null)
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonLines lines={6} />
  const close = () => {
    setOpened(null)
    void refetch()
  }
  return (
    <>
      <Row title="密码" note="修改后，其他地方的登录立即失效">
        <Button onClick={() => setOpened('password')}>修改密码</Button>
      </Row>
      <Row
        title="手机"
        note={
          data.sms
            ? '用于验证码登录和找回密码；换绑时会通知原来的手机'
            : '系统没有开通短信，暂时不能绑定'
        }
        state={data.phone_masked ?? '未绑定'}
      >
        {data.phone_masked && (
          <Button variant="minimal" onClick={() => setOpened('unbind')}>
            解绑
          </Button>
        )}
        <Button disabled={!data.sms} onClick={() => setOpened('phone')}>
          {data.phone_masked ? '更换' : '绑定手机'}
        </Button>
      </Row>
      <Row
        title="两步验证"
        note={
          data.factor_on
            ? `登录时除密码外，还要输入手机身份验证器上的数字；恢复码还剩 ${data.recovery_left} 个`
            : '在手机上安装身份验证器（如各应用商店中的 Authenticator），登录时多一道验证'
        }
        state={
          data.factor_on ? (
            <Tag intent="success" minimal>
              已开启
            </Tag>
          ) : data.factor_required ? (
            <Tag intent="warning" minimal>
              本系统要求开启
            </Tag>
          ) : (
            '未开启'
          )
        }
      >
        {data.factor_on ? (
          <Button onClick={() => setOpened('factor-off')}>关闭</Button>
        ) : (
          <Button onClick={() => setOpened('factor')}>开启</Button>
        )}
      </Row>
      {data.links.map((link) => (
        <Row
          key={link.provider}
          title={link.label}
          note={
            <>
              可由此登录本账号，关联于 <Time at={link.at} />
            </>
          }
          state="已关联"
        >
          <Button onClick={() => setOpened(link)}>解除关联</Button>
        </Row>
      ))}
      <PasswordDialog isOpen={opened === 'password'} onClose={close} />
      <PhoneBinding isOpen={opened === 'phone'} removes={false} onClose={close} />
      <PhoneBinding isOpen={opened === 'unbind'} removes onClose={close} />
      <Unlinking link={typeof opened === 'string' ? null : opened} onClose={close} />
      <Dialog
        isOpen={opened === 'factor'}
        title="开启两步验证"
        onClose={close}
        canOutsideClickClose={false}
      >
        <DialogBody>
          <FactorSetup onDone={close} />
        </DialogBody>
      </Dialog>
      <FactorOff isOpen={opened === 'factor-off'} onClose={close} />
    </>
  )
}

const Row = (props: {
  title: string
  note: ReactNode
  state?: ReactNode
  children?: ReactNode
}) => (
  <section className={css['row']}>
    <div className={css['words']}>
      <h2 className={css['name']}>{props.title}</h2>
      <p className={css['note']}>{props.note}</p>
    </div>
    {props.state !== undefined && <span className={css['state']}>{props.state}</span>}
    <div className={css['acts']}>{props.children}</div>
  </section>
)
