import type { ExpressionBuilder, ExpressionWrapper, SqlBool, StringReference } from 'kysely'

/** A condition for optional filters: each column has the value that is given for it, if one is. */
export const whereGiven = <DB, Table extends keyof DB>(
  eb: ExpressionBuilder<DB, Table>,
  wanted: { readonly [Column in StringReference<DB, Table>]?: number | string | undefined },
): ExpressionWrapper<DB, Table, SqlBool> =>
  eb.and(
    Object.entries(wanted).flatMap(([column, value]) =>
      value === undefined ? [] : [eb(column as StringReference<DB, Table>, '=', value as never)],
    ),
  )
