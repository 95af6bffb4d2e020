import type { Approved, Caller } from '../../context.ts'
import type { Forecast } from '../../guards/forecast/shape.ts'

/** A write that core wants made, by the name of the operation that makes it. */
interface Ordered {
  caller: Caller
  operation: string
  input: Record<string, unknown>
  /** The same for the same write: made again, it is found and not repeated. */
  key: string
  /** A person has approved it already, with everything else that was decided. */
  approval?: Approved
}

export interface OrderAnswer {
  status: number
  value: Record<string, unknown>
}

/** Has operations done the way of every call: guards, journal and audit log hold. */
export interface OperationRunner {
  /** Throws an AppError where it is refused or fails. */
  run(ordered: Ordered): Promise<OrderAnswer>
  /** What it would cost, where nothing is to be done yet; null: nobody can tell now, or it is no such operation. */
  forecast(wanted: Pick<Ordered, 'caller' | 'operation' | 'input'>): Promise<Forecast | null>
}
