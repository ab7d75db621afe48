import { Button } from '@blueprintjs/core'
import { copyText, Panel, toast } from '@hengjuan/ui'
import css from './station.module.css'

/** Where the station finds this server, and which stations have sent sheets. */
export function StationPanel({ stations }: { stations: readonly string[] }) {
  const address = window.location.origin
  const copy = async () => {
    if (await copyText(address)) toast.done('已复制服务器地址')
    else toast.error(new Error('浏览器不允许复制，请选中地址后按 Ctrl+C'))
  }
  return (
    <Panel title="扫描站">
      <div className={css['station']}>
        <p>
          在连接扫描仪的电脑上打开扫描站，服务器地址填 <code>{address}</code>{' '}
          <Button size="small" onClick={() => void copy()}>
            复制
          </Button>
          ，用扫描员账号登录，选择考试和科目后开始扫描。断网也能继续扫，联网后自动上传。
        </p>
        <p className={css['muted']}>
          {stations.length > 0
            ? `本科目上传过的扫描站：${stations.join('、')}`
            : '本科目还没有扫描站上传过。电脑上没有扫描站时，请联系服务器管理员取得安装包。'}
        </p>
      </div>
    </Panel>
  )
}
