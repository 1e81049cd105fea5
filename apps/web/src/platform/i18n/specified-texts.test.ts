import { messages } from '@mutual-transfer/domain/language/packs/en/messages';
import { expect, it } from 'vitest';
import { texts as administrator } from './texts/en-administrator.ts';
import { texts as member } from './texts/en-member.ts';
import { texts as visitor } from './texts/en-visitor.ts';

/** Texts of the specification, word for word, with placeholders in braces. */
const specified = `
Verifying access...
Home
Dashboard
New Request
View Requests
Privacy
Admin Panel
Logout
Login
Register
Impersonating user view
Return to Admin
Sign In
Signing In...
Forgot Password?
Please enter your email address first, then click on "Forgot Password?"
Please enter a valid email address
Create Account
Creating Account...
Passwords do not match
Share Now
WA
Copy Text
Invite message copied...
Total Requests
Active Requests
Perfect Matches
Privacy Active
Perfect Matches Found!
Your Transfer Requests
View All Requests ({count})
No reason specified
Privacy Settings
Your Top Matches
No matches found yet. Check back later!
Showing latest 5
{formatted} new
Hide Alerts
Unhide Alerts
Hidden
Some profile details are private
Mark as read
No alerts yet.
Request Submitted Successfully!
Perfect Match
Active Request
No Matches Found Yet
All Requests
My Requests & Matches
Showing top {shown} matches out of {total} total.
No Payment Required!
New passwords do not match
Password must be at least 6 characters long
Login failed
Registration failed
Failed to create transfer request
Request ID not found
Privacy settings updated successfully!
Failed to update privacy settings. Please try again.
Are you sure you want to delete this transfer request? This action cannot be undone.
Transfer request deleted successfully
Failed to delete transfer request. Please try again.
Alert sent successfully
Failed to send alert
Failed to fetch transfer requests
Failed to fetch your requests
Unable to load transfer requests. Please try again later.
Go to Login
Failed to load payment information. Please try again.
Payment verification failed. Please contact support.
Failed to initiate payment. Please try again.
Failed to load payment settings
Failed to update payment settings
Failed to fetch data
Failed to update password
Failed to update user password
Failed to update user status
Failed to impersonate user
`
  .trim()
  .split('\n');

function textsOf(tree: object): string[] {
  return Object.values(tree).flatMap((value: unknown) =>
    typeof value === 'object' && value !== null ? textsOf(value) : [String(value)],
  );
}

it('the English catalogues contain the texts of the specification word for word', () => {
  const texts = new Set([visitor, member, administrator, messages].flatMap(textsOf));
  expect(specified.filter((text) => !texts.has(text))).toEqual([]);
});
