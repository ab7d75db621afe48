import Type from 'typebox'
import { can, defineRoute } from './route.ts'

export const serverStorage = defineRoute({
  method: 'GET',
  path: '/v1/single/index/storage',
  summary: '服务器磁盘：数据文件夹与图像文件夹各剩多少空间',
  area: 'help, home and tools',
  access: can('server.watch'),
  reply: Type.Object({
    disks: Type.Array(
      Type.Object({
        /** What lies on this disk; data and images together where they share it. */
        holds: Type.Array(Type.Union([Type.Literal('data'), Type.Literal('images')])),
        level: Type.Union([
          Type.Literal('ok'),
          Type.Literal('near'),
          Type.Literal('full'),
          Type.Literal('away'),
          Type.Literal('silent'),
        ]),
        /** 0 where the disk can not be read or does not answer. */
        free_bytes: Type.Integer(),
        total_bytes: Type.Integer(),
      }),
    ),
  }),
})
