/** Does what was approved. */
export interface ApprovalRunner {
  /** Does it now, unless somebody else is about to; comes back when it has ended or cannot be done yet. */
  run(approvalId: number): Promise<void>
}
