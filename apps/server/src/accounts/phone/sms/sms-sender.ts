/** Carries codes to phones. */
export interface SmsSender {
  /** Codes are shown on screen instead of sent: for trying out. */
  readonly isSandbox: boolean;
  /** @param phone ten digits of India. @throws {AppError} `unavailable` when the provider did not take it. */
  readonly sendCode: (phone: string, code: string) => Promise<void>;
  /** Undefined where only codes are sent. @param phone ten digits of India. @throws when the provider did not take it. */
  readonly sendText?: (phone: string, text: string) => Promise<void>;
}

/** Sends nothing: the answer of the API shows the code. */
export const sandboxSms: SmsSender = { isSandbox: true, sendCode: async () => {} };
