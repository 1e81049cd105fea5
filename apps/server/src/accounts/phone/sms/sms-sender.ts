/** Sends codes and notices to phones. */
export interface SmsSender {
  /** True if codes are shown on screen instead of sent, for development. */
  readonly isSandbox: boolean;
  /** @param phone ten digits of India. @throws {AppError} `unavailable` if the provider did not accept it. */
  readonly sendCode: (phone: string, code: string) => Promise<void>;
  /**
   * Sends a notice. Undefined if the configured provider sends only codes.
   *
   * @param phone ten digits of India.
   * @throws if the provider did not accept it.
   */
  readonly sendText?: (phone: string, text: string) => Promise<void>;
}

/** Sends nothing. The response of the API contains the code. */
export const sandboxSms: SmsSender = { isSandbox: true, sendCode: async () => {} };

/** Returns true if the provider did not answer in time. It may have accepted the message, so a repetition could send it twice. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof Error && error.cause instanceof DOMException && error.cause.name === 'TimeoutError';
}
