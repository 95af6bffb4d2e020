/** Does what was approved. */
export interface ApprovalRunner {
  /**
   * Does it now, unless somebody else is about to; comes back when it has ended or cannot be done yet. What others approved in
   * the same account is done first: whoever has somebody waiting for the outcome waits for it, others leave it for their next look.
   */
  run(approvalId: number, waiting?: { forOthers: boolean }): Promise<void>
}
