import { Button } from '@blueprintjs/core'
import { copyText, toast } from '@hengjuan/ui'
import css from './second-reader.module.css'

/** A token, the only time that it can be seen. */
export function TokenNotice(props: { name: string; token: string; onClose: () => void }) {
  const copy = async () => {
    if (await copyText(props.token)) toast.done('令牌已复制')
    else toast.note('浏览器不允许复制，请选中令牌后手动复制')
  }
  return (
    <section className={css['token']} aria-label="新令牌">
      <p>
        {props.name} 的令牌，<b>只显示这一次</b>，请现在交给评阅程序的管理人；遗失后可以换发。
      </p>
      <code data-testid="reader-token">{props.token}</code>
      <div className={css['line']}>
        <Button intent="primary" onClick={() => void copy()}>
          复制令牌
        </Button>
        <Button variant="minimal" onClick={props.onClose}>
          已保存，收起
        </Button>
      </div>
    </section>
  )
}
